// Each kind of refusal, decoded from the status details.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import type { ServiceError } from "@grpc/grpc-js";
import { connect, connectToServer, refused, reasonName } from "./client.js";
import { everything } from "./match.js";
import { Card } from "./gen/taash/cards/v1/cards.js";
import { ApplyRequest, NewGameRequest, type NewGameResponse, View } from "./gen/taash/engine/v1/engine.js";

const taash = connectToServer();
after(() => taash.close());

let begun: NewGameResponse;
before(async () => {
  const seed = Buffer.alloc(32, 7);
  const options = { $case: "jhyap" as const, value: {} };
  begun = await taash.newGame(NewGameRequest.fromPartial({ seats: 4, seed, options, include: everything(4) }));
});

/** Waits for a call that has to be refused, and returns the refusal. */
async function refusalOf(call: Promise<unknown>) {
  const error: ServiceError = await call.then(
    () => assert.fail("not refused"),
    (error) => error,
  );
  const said = refused(error);
  assert.ok(said, String(error));
  assert.equal(said.reason, reasonName(said.refusal.reason));
  return said;
}

const apply = (text: string, more: Partial<ApplyRequest> = {}) =>
  refusalOf(
    taash.apply({
      ...ApplyRequest.fromPartial({ state: begun.state, moves: [{ move: { $case: "text", value: text } }] }),
      ...more,
    }),
  );

test("another seat's move", async () => {
  const { seat, moves } = begun.legalMoves!;
  const said = await apply(moves[0]!.text, { seat: (seat! + 1) % 4 });
  assert.deepEqual([said.code, said.reason, said.rule], ["FAILED_PRECONDITION", "NOT_YOUR_TURN", "G3"]);
});

test("a card that is not in the hand", async () => {
  const seat = begun.legalMoves!.seat!;
  const view = View.fromPartial(begun.views[seat]!.view!).view!;
  assert.ok(view.$case === "jhyap");
  const mine = view.value.hands[seat]!.cards;
  const missing = mine.includes(Card.CARD_KING_OF_SPADES) ? Card.CARD_QUEEN_OF_HEARTS : Card.CARD_KING_OF_SPADES;
  assert.ok(!mine.includes(missing));
  const typed = ApplyRequest.fromPartial({
    state: begun.state,
    moves: [
      {
        move: {
          $case: "jhyap",
          value: {
            kind: { $case: "discard", value: { cards: [missing], take: { $case: "stock", value: {} } } },
          },
        },
      },
    ],
  });
  const said = await refusalOf(taash.apply(typed));
  assert.deepEqual([said.code, said.reason, said.rule], ["FAILED_PRECONDITION", "CARD_NOT_IN_HAND", "G4"]);
  assert.deepEqual([said.refusal.cards, said.refusal.moveIndex], [[missing], 0]);
});

test("a move that breaks a rule", async () => {
  const said = await apply("call");
  assert.deepEqual([said.code, said.reason, said.rule], ["FAILED_PRECONDITION", "RULE_BROKEN", "J30"]);
  // The message can be made from its template, and so in any language.
  const { messages } = await taash.listMessages({});
  let text = messages.find((message) => message.id === said.refusal.messageId)!.template;
  for (const { name, value } of said.refusal.params) {
    assert(value?.$case === "number");
    text = text.replace(`{ $${name} }`, String(value.value));
  }
  assert.equal(text, said.refusal.message);
});

test("bytes that are not a state", async () => {
  const said = await apply("call", { state: Buffer.from("no state") });
  assert.deepEqual([said.code, said.reason, said.refusal.detail], ["INVALID_ARGUMENT", "STATE_UNREADABLE", "format"]);
  const altered = Buffer.from(begun.state);
  altered[20]! ^= 1;
  assert.equal((await apply("call", { state: altered })).reason, "STATE_UNREADABLE");
});

test("a move made on an older state", async () => {
  const said = await apply(begun.legalMoves!.moves[0]!.text, { expectedRevision: 3 });
  assert.deepEqual([said.code, said.reason], ["ABORTED", "STALE_STATE"]);
  const undone = await apply(begun.legalMoves!.moves[0]!.text, { expectedDigest: Buffer.alloc(16) });
  assert.deepEqual([undone.reason, undone.refusal.detail], ["STALE_STATE", "digest"]);
});

test("several invalid fields, all reported at once", async () => {
  const seed = Buffer.from("short");
  const options = { $case: "jhyap" as const, value: { limit: 51 } };
  const said = await refusalOf(taash.newGame(NewGameRequest.fromPartial({ seats: 9, seed, dealer: 77, options })));
  assert.deepEqual([said.code, said.reason, said.rule], ["INVALID_ARGUMENT", "FIELD_INVALID", "G1"]);
  assert.deepEqual(new Set(said.fields), new Set(["seats", "seed", "dealer", "jhyap.limit"]));
  assert.deepEqual(
    said.refusal.faults.map((fault) => fault.field),
    said.fields,
  );
});

test("an error that Taash did not send is not a refusal", async () => {
  // A port that was free a moment ago, so nobody listens on it.
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
  const nobody = connect(`127.0.0.1:${port}`);
  const error: ServiceError = await nobody.listGames({}).then(
    () => assert.fail("somebody answered"),
    (error) => error,
  );
  assert.equal(refused(error), undefined);
  nobody.close();
});
