import type { MessageInitShape } from "@bufbuild/protobuf";
import { Card } from "../../gen/taash/cards/v1/cards_pb.js";
import type { ApplyRequestSchema, NewGameResponse } from "../../gen/taash/engine/v1/engine_pb.js";
import { everything } from "../match.js";
import { connect, type Refused } from "../taash.js";
import { equal, ok, refusal } from "./assert.js";

async function begin(url: string): Promise<NewGameResponse> {
  const options = { case: "jhyap" as const, value: {} };
  return connect(url).newGame({ seats: 4, seed: new Uint8Array(32).fill(7), options, include: everything(4) });
}

async function apply(url: string, more: MessageInitShape<typeof ApplyRequestSchema>): Promise<Refused> {
  return refusal(connect(url).apply(more));
}

function text(value: string) {
  return [{ move: { case: "text" as const, value } }];
}

export async function refuses_another_seats_move(url: string): Promise<void> {
  const { state, legalMoves } = await begin(url);
  const moves = text(legalMoves!.moves[0]!.text);
  const said = await apply(url, { state, moves, seat: (legalMoves!.seat! + 1) % 4 });
  equal([said.code, said.reason, said.rule], ["FAILED_PRECONDITION", "NOT_YOUR_TURN", "G3"]);
}

export async function refuses_a_card_that_is_not_in_the_hand(url: string): Promise<void> {
  const { state, legalMoves, views } = await begin(url);
  const view = views[legalMoves!.seat!]!.view!.view;
  ok(view.case === "jhyap", "a view of Jhyap");
  const mine = view.value.hands[legalMoves!.seat!]!.cards;
  const missing = [Card.KING_OF_SPADES, Card.QUEEN_OF_HEARTS].find((card) => !mine.includes(card));
  ok(missing, "a card that is not there");
  const discard = { cards: [missing], take: { case: "stock" as const, value: {} } };
  const move = { case: "jhyap" as const, value: { kind: { case: "discard" as const, value: discard } } };
  const said = await apply(url, { state, moves: [{ move }] });
  equal([said.code, said.reason, said.rule], ["FAILED_PRECONDITION", "CARD_NOT_IN_HAND", "G4"]);
  equal([said.refusal.cards, said.refusal.moveIndex], [[missing], 0]);
}

export async function refuses_a_move_that_breaks_a_rule(url: string): Promise<void> {
  const { state } = await begin(url);
  const said = await apply(url, { state, moves: text("call") });
  equal([said.code, said.reason, said.rule], ["FAILED_PRECONDITION", "RULE_BROKEN", "J30"]);
  ok(said.refusal.message, "a sentence");
}

export async function refuses_bytes_that_are_no_state(url: string): Promise<void> {
  const said = await apply(url, { state: new TextEncoder().encode("no state"), moves: text("call") });
  equal([said.code, said.reason, said.refusal.detail], ["INVALID_ARGUMENT", "STATE_UNREADABLE", "format"]);
}

export async function refuses_a_move_made_on_an_older_state(url: string): Promise<void> {
  const { state, legalMoves } = await begin(url);
  const said = await apply(url, { state, moves: text(legalMoves!.moves[0]!.text), expectedRevision: 3 });
  equal([said.code, said.reason], ["ABORTED", "STALE_STATE"]);
}

export async function refuses_several_invalid_fields_at_once(url: string): Promise<void> {
  const options = { case: "jhyap" as const, value: { limit: 51 } };
  const said = await refusal(connect(url).newGame({ seats: 9, seed: new Uint8Array(5), dealer: 77, options }));
  equal([said.code, said.reason, said.rule], ["INVALID_ARGUMENT", "FIELD_INVALID", "G1"]);
  equal(said.fields.toSorted(), ["dealer", "jhyap.limit", "seats", "seed"]);
  equal(
    said.refusal.faults.map((fault) => fault.field),
    said.fields,
  );
}
