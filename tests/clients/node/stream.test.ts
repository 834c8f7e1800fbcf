// Many tables on one stream: only Node supports this, browsers have no bidirectional streams.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connectToServer, reasonName } from "./client.js";
import { type Answer, choose, everything, making, playMatch } from "./match.js";
import { ApplyRequest, NewGameRequest, PlayRequest } from "./gen/taash/engine/v1/engine.js";

const taash = connectToServer();
after(() => taash.close());

const options = [
  { $case: "jhyap", value: { limit: 52 } },
  { $case: "seep", value: {} },
  { $case: "pisYedili", value: { deals: 1 } },
] as const;

test("three tables play to their end on one stream, as they do call by call", async () => {
  const games = options.map((options, index) => {
    const request = NewGameRequest.fromPartial({ seats: 4, seed: Buffer.alloc(32, 40 + index), options });
    // A table number can be any 64-bit unsigned integer.
    return { request, table: 2n ** 64n - 1n - BigInt(index) };
  });
  const ends = new Map<bigint, Answer>();
  const last = new Map<bigint, Answer>();
  const stream = taash.play();
  const next = (table: bigint, answer: Answer, more: Partial<ApplyRequest> = {}) => {
    last.set(table, answer);
    const apply = { ...making(choose(answer), answer), ...more };
    stream.write(PlayRequest.fromPartial({ table, request: { $case: "apply", value: apply } }));
  };
  for (const { request, table } of games) {
    next(table, await taash.newGame({ ...request, include: everything(4) }));
  }
  let refusals = 0;
  for await (const { table, answer } of stream) {
    if (answer.$case === "apply") {
      const { value } = answer;
      if (value.status!.matchOver) {
        ends.set(table, value);
        stream.write(PlayRequest.fromPartial({ table, request: { $case: "close", value: {} } }));
      } else {
        // The stream keeps the state; some moves are made on an older one.
        const stale = value.status!.revision % 20 === 7 ? { expectedRevision: 0 } : {};
        next(table, value, { state: Buffer.alloc(0), ...stale });
      }
    } else if (answer.$case === "refusal") {
      // A refusal is a response: the stream and the table continue.
      assert.equal(reasonName(answer.value.reason), "STALE_STATE");
      refusals++;
      next(table, last.get(table)!, { state: Buffer.alloc(0) });
    } else if ([...games].every(({ table }) => ends.has(table))) {
      stream.end();
    }
  }
  assert.ok(refusals > 3);
  for (const { request, table } of games) {
    const { answer } = await playMatch(taash, 1, request, { line: () => {} });
    assert.deepEqual(ends.get(table)!.state, answer.state);
  }
});
