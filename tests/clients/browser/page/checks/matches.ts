import { create, equals, type MessageInitShape } from "@bufbuild/protobuf";
import { Phase } from "../../gen/taash/common/v1/common_pb.js";
import { GameSchema, NewGameRequestSchema, type View, ViewSchema } from "../../gen/taash/engine/v1/engine_pb.js";
import { type Answer, committed, hex, playMatch } from "../match.js";
import { connect, type Taash } from "../taash.js";
import { equal, ok } from "./assert.js";

export async function the_catalogue_tells_games_presets_options_and_limits(url: string): Promise<void> {
  const { games, limits } = await connect(url).listGames({});
  equal(
    games.map(({ game, minSeats, maxSeats, teams }) => [GameSchema.value[game]!.name, minSeats, maxSeats, teams]),
    [
      ["GAME_JHYAP", 2, 8, 0],
      ["GAME_SEEP", 2, 4, 2],
      ["GAME_PIS_YEDILI", 2, 8, 0],
    ],
  );
  for (const game of games) {
    equal(game.presets[0]!.name, "CLASSIC");
    ok(
      game.options.some(({ values }) => values.case === "choice" && values.value.values.length > 1),
      `${game.name} has an option with names`,
    );
  }
  equal(limits!.maxStateBytes, 768);
}

/** During a deal, a view shows the viewer's own hand and no other. */
function checkHands({ view }: View, viewer: number): void {
  for (const hand of view.value!.hands) {
    equal(hand.shown, hand.seat === viewer, `the hand of seat ${hand.seat} as ${viewer} sees it`);
    equal(hand.cards.length, hand.shown ? hand.count : 0);
  }
}

async function checkViews(taash: Taash, { state, status, views, legalMoves }: Answer): Promise<void> {
  equal(legalMoves!.count, legalMoves!.moves.length);
  equal(views.length, status!.seats + 1);
  if (status!.phase === Phase.DEAL || status!.phase === Phase.OVER) return;
  for (const [index, update] of views.entries()) {
    checkHands(update.view!, index);
    if (status!.revision % 100) continue;
    // The view that comes with a move equals the response of View.
    const { views } = await taash.view({ state, include: { viewers: [update.viewer!] } });
    ok(equals(ViewSchema, views[0]!.view!, update.view!), "the same view");
  }
}

async function match(url: string, init: MessageInitShape<typeof NewGameRequestSchema>): Promise<void> {
  const taash = connect(url);
  const seed = new Uint8Array(32).fill(9);
  const begun = await taash.newGame({ ...init, seed });
  const early = await taash.score({ state: begun.state });
  equal([early.final, early.seed], [false, undefined], "the seed is secret while the match goes on");
  const request = create(NewGameRequestSchema, { ...init, seed });
  const answers = (answer: Answer) => checkViews(taash, answer);
  const { score } = await playMatch(taash, 1, request, { line: () => {}, answer: answers });
  ok(score.final, "the match is over");
  equal(
    [...score.winners],
    score.seats.filter((seat) => seat.place === 1).map((seat) => seat.seat),
  );
  equal(hex(score.seed!), hex(seed), "the seed is told");
  equal(hex(score.seedCommitment), hex(begun.seedCommitment));
  ok(await committed(score.seed!, score.seedCommitment), "the seed is the one committed to");
}

export async function a_match_of_jhyap_in_one_call_a_turn(url: string): Promise<void> {
  await match(url, { seats: 3, options: { case: "jhyap", value: { limit: 52 } } });
}

export async function a_match_of_seep_in_one_call_a_turn(url: string): Promise<void> {
  await match(url, { seats: 4, options: { case: "seep", value: {} } });
}

export async function a_match_of_pis_yedili_in_one_call_a_turn(url: string): Promise<void> {
  await match(url, { seats: 5, options: { case: "pisYedili", value: { deals: 2 } } });
}
