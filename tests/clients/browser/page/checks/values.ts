import { create, fromBinary, fromJsonString, toBinary, toJson, toJsonString } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { Card } from "../../gen/taash/cards/v1/cards_pb.js";
import {
  NewGameRequestSchema,
  PlayRequestSchema,
  PlayResponseSchema,
  StatusSchema,
  ViewerSchema,
  ViewSchema,
} from "../../gen/taash/engine/v1/engine_pb.js";
import { ViewSchema as JhyapViewSchema } from "../../gen/taash/jhyap/v1/jhyap_pb.js";
import { hex } from "../match.js";
import { table } from "../table.js";
import { connect, reasonName } from "../taash.js";
import { equal, failure, ok, refusal } from "./assert.js";

export function numbers_of_64_bits_survive_in_json_as_strings(): void {
  for (const number of [2n ** 53n + 1n, 2n ** 63n + 1n, 2n ** 64n - 1n]) {
    const request = create(PlayRequestSchema, { table: number, request: { case: "close", value: {} } });
    equal(fromBinary(PlayRequestSchema, toBinary(PlayRequestSchema, request)).table, number);
    const json = toJsonString(PlayRequestSchema, request);
    equal(JSON.parse(json), { table: String(number), close: {} });
    equal(fromJsonString(PlayRequestSchema, json).table, number);
    const response = create(PlayResponseSchema, { table: number });
    equal(fromBinary(PlayResponseSchema, toBinary(PlayResponseSchema, response)).table, number);
    equal(toJson(PlayResponseSchema, response), { table: String(number) });
  }
}

export async function enums_have_their_names_and_bytes_are_base64_in_json(url: string): Promise<void> {
  const seed = new Uint8Array(32).fill(0xfb);
  const options = { case: "pisYedili" as const, value: { preset: 2 } };
  const request = create(NewGameRequestSchema, { seats: 2, seed, options });
  equal(toJson(NewGameRequestSchema, request), {
    seats: 2,
    seed: base64Encode(seed),
    pisYedili: { preset: "PRESET_TURKISH" },
  });
  const named = `{"seats": 2, "seed": "${base64Encode(seed)}", "pis_yedili": {"preset": "PRESET_TURKISH"}}`;
  const begun = await connect(url).newGame(fromJsonString(NewGameRequestSchema, named));
  equal(hex(begun.state), hex((await connect(url).newGame(request)).state));
  const json = toJson(StatusSchema, begun.status!);
  equal([json.game, json.phase], ["GAME_PIS_YEDILI", "PHASE_OPENING"]);
  equal(json.stateDigest, base64Encode(begun.status!.stateDigest));
}

export async function what_a_newer_server_says_is_kept_and_drawn(): Promise<void> {
  // A phase and a card that have no name here, and an unknown field.
  const [newPhase, newCard] = [99, 54] as [number, number];
  const hands = [{ seat: 0, count: 1, cards: [newCard], shown: true }];
  const known = create(JhyapViewSchema, { phase: newPhase, hands, previous: [newCard, Card.JOKER] });
  const bytes = Uint8Array.from([...toBinary(JhyapViewSchema, known), 0xc0, 0x3e, 0x2a]);
  const read = fromBinary(JhyapViewSchema, bytes);
  equal([read.phase, read.previous], [newPhase, [newCard, Card.JOKER]]);
  equal(hex(toBinary(JhyapViewSchema, read)), hex(bytes), "nothing is lost on the way through");
  equal(toJson(JhyapViewSchema, read).previous, [newCard, "CARD_JOKER"], "in JSON its number stands for it");
  const drawn = table(create(ViewSchema, { view: { case: "jhyap", value: read } }), 0);
  equal(drawn.querySelector(".own .card")?.textContent, "??");
  equal(table(create(ViewSchema, {}), 0).className, "unknown", "a game that this page does not know");
  equal(reasonName(newPhase), "REASON 99");
}

export async function an_enum_value_that_the_server_does_not_know_is_refused(url: string): Promise<void> {
  const preset: number = 99;
  const said = await refusal(connect(url).newGame({ seats: 2, options: { case: "jhyap", value: { preset } } }));
  equal(said.fields, ["jhyap.preset"]);
  ok(await failure(connect(url).newGame({ seats: -1 })), "a number that does not fit is not sent");
}

export async function of_a_oneof_nothing_or_the_last_thing_is_set(url: string): Promise<void> {
  equal(fromBinary(ViewerSchema, new Uint8Array()).viewer.case, undefined);
  const [seat, spectator] = [
    { case: "seat" as const, value: 0 },
    { case: "spectator" as const, value: {} },
  ].map((viewer) => toBinary(ViewerSchema, create(ViewerSchema, { viewer })));
  // Seat 0 is a seat: in a oneof, the default value is sent too.
  equal(fromBinary(ViewerSchema, seat!).viewer, { case: "seat", value: 0 });
  equal(fromBinary(ViewerSchema, Uint8Array.from([...seat!, ...spectator!])).viewer.case, "spectator");
  equal(fromBinary(ViewerSchema, Uint8Array.from([...spectator!, ...seat!])).viewer.case, "seat");
  const begun = await connect(url).newGame({ seats: 2, options: { case: "jhyap", value: {} } });
  const said = await refusal(connect(url).view({ state: begun.state, include: { viewers: [{}] } }));
  equal(said.fields, ["include.viewers[0]"]);
}
