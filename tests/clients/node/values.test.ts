// What a language may lose from a message: large numbers, names, bytes, unknown fields of a newer server, oneofs.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { ServiceError } from "@grpc/grpc-js";
import { connectToServer, reasonName, refused } from "./client.js";
import { Card } from "./gen/taash/cards/v1/cards.js";
import { View as JhyapView } from "./gen/taash/jhyap/v1/jhyap.js";
import { NewGameRequest, PlayRequest, PlayResponse, Refusal, Status, Viewer } from "./gen/taash/engine/v1/engine.js";

const taash = connectToServer();
after(() => taash.close());

// Above these, a `number` is no longer exact.
const LARGE = [2n ** 53n + 1n, 2n ** 63n + 1n, 2n ** 64n - 1n];

// Values that no enum has a name for yet.
const [NEW_CARD, NEW]: [number, number] = [54, 99];

test("64-bit numbers survive, as strings in JSON", () => {
  for (const table of LARGE) {
    const request = PlayRequest.fromPartial({ table, request: { $case: "close", value: {} } });
    assert.equal(PlayRequest.decode(PlayRequest.encode(request).finish()).table, table);
    const json = JSON.stringify(PlayRequest.toJSON(request));
    assert.equal(json, `{"table":"${table}","close":{}}`);
    assert.equal(PlayRequest.fromJSON(JSON.parse(json)).table, table);
    const response = PlayResponse.fromPartial({ table });
    assert.deepEqual(PlayResponse.toJSON(response), { table: String(table) });
    assert.equal(PlayResponse.decode(PlayResponse.encode(response).finish()).table, table);
  }
});

test("the table of a stream is the only 64-bit number", () => {
  const root = join(import.meta.dirname, "../../../proto");
  const protos = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".proto"));
  const wide = protos.flatMap((path) => readFileSync(join(root, path), "utf8").match(/^\s*[\w ]*64 \w+ = .*/gm) ?? []);
  assert.deepEqual(
    wide.map((line) => line.trim()),
    ["uint64 table = 1;", "uint64 table = 1;"],
  );
});

test("enums have their names, in JSON too, and bytes are base64", async () => {
  const seed = Buffer.alloc(32, 0xfb);
  const begun = await taash.newGame(
    NewGameRequest.fromJSON({ seats: 2, seed: seed.toString("base64"), pis_yedili: { preset: "PRESET_TURKISH" } }),
  );
  assert.ok(begun.options!.options!.$case === "pisYedili");
  assert.equal(begun.options!.options!.value.declareLast, true);
  const json = Status.toJSON(begun.status!) as Record<string, unknown>;
  assert.deepEqual([json.game, json.phase], ["GAME_PIS_YEDILI", "PHASE_OPENING"]);
  assert.equal(json.stateDigest, begun.status!.stateDigest.toString("base64"));
  assert.equal(begun.status!.stateDigest.length, 16);
  assert.deepEqual(Status.encode(Status.fromJSON(json)).finish(), Status.encode(begun.status!).finish());
  const again = NewGameRequest.fromPartial({
    seats: 2,
    seed,
    options: { $case: "pisYedili", value: { preset: 2 } },
  });
  assert.deepEqual((await taash.newGame(again)).state, begun.state);
});

test("unknown values of a newer server are kept", () => {
  // A card, a phase and a reason that have no name here, and an unknown field.
  const view = JhyapView.fromPartial({ phase: NEW, previous: [NEW_CARD, Card.CARD_JOKER], turn: 1 });
  const bytes = Buffer.concat([JhyapView.encode(view).finish(), Buffer.from([0xc0, 0x3e, 0x2a])]);
  const read = JhyapView.decode(bytes);
  assert.deepEqual([read.phase, read.previous, read.turn], [NEW, [NEW_CARD, Card.CARD_JOKER], 1]);
  assert.deepEqual(Buffer.from(JhyapView.encode(read).finish()), bytes);
  assert.equal(Card[NEW_CARD], undefined);
  // JSON has no numbers for these here: store the binary form.
  assert.deepEqual((JhyapView.toJSON(read) as { previous: string[] }).previous, ["UNRECOGNIZED", "CARD_JOKER"]);
  const refusal = Refusal.decode(Refusal.encode(Refusal.fromPartial({ reason: NEW })).finish());
  assert.equal(reasonName(refusal.reason), "REASON 99");
});

test("an enum value that the server does not know is sent unchanged and refused", async () => {
  const request = NewGameRequest.fromPartial({ seats: 2, options: { $case: "jhyap", value: { preset: NEW } } });
  const error: ServiceError = await taash.newGame(request).then(
    () => assert.fail("not refused"),
    (error) => error,
  );
  assert.deepEqual(refused(error)?.fields, ["jhyap.preset"]);
});

test("a oneof has at most one field, and the last one wins", async () => {
  assert.equal(Viewer.decode(Buffer.alloc(0)).viewer, undefined);
  const seat = Viewer.encode({ viewer: { $case: "seat", value: 0 } }).finish();
  const spectator = Viewer.encode({ viewer: { $case: "spectator", value: {} } }).finish();
  // Seat 0 is a seat: in a oneof, the default value is sent too.
  assert.deepEqual(Viewer.decode(seat).viewer, { $case: "seat", value: 0 });
  assert.equal(Viewer.decode(Buffer.concat([seat, spectator])).viewer?.$case, "spectator");
  assert.equal(Viewer.decode(Buffer.concat([spectator, seat])).viewer?.$case, "seat");
  const begun = await taash.newGame(NewGameRequest.fromPartial({ seats: 2, options: { $case: "jhyap", value: {} } }));
  const error: ServiceError = await taash
    .view({ state: begun.state, include: { legalMoves: false, viewers: [{}], text: false } })
    .then(
      () => assert.fail("not refused"),
      (error) => error,
    );
  assert.deepEqual(refused(error)?.fields, ["include.viewers[0]"]);
});
