// The catalogue, and whole matches by a client that knows no rules.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import { connectToServer } from "./client.js";
import { type Answer, playMatch } from "./match.js";
import type { Card } from "./gen/taash/cards/v1/cards.js";
import { Direction } from "./gen/taash/common/v1/common.js";
import { Game, NewGameRequest, View } from "./gen/taash/engine/v1/engine.js";

const taash = connectToServer();
after(() => taash.close());

const MATCHES = [
  NewGameRequest.fromPartial({ seats: 3, options: { $case: "jhyap", value: { limit: 52 } } }),
  NewGameRequest.fromPartial({ seats: 4, options: { $case: "seep", value: {} } }),
  NewGameRequest.fromPartial({ seats: 5, options: { $case: "pisYedili", value: { deals: 2 } } }),
].map((match, index) => ({ ...match, seed: Buffer.alloc(32, index + 1) }));

test("the catalogue lists games, presets, options and limits", async () => {
  const { games, limits } = await taash.listGames({});
  assert.deepEqual(
    games.map(({ game, name, minSeats, maxSeats, teams }) => [Game[game], name, minSeats, maxSeats, teams]),
    [
      ["GAME_JHYAP", "jhyap", 2, 8, 0],
      ["GAME_SEEP", "seep", 2, 4, 2],
      ["GAME_PIS_YEDILI", "pis_yedili", 2, 8, 0],
    ],
  );
  assert.equal(Direction[games[1]!.direction], "DIRECTION_COUNTER_CLOCKWISE");
  for (const game of games) {
    assert.equal(game.presets[0]!.name, "CLASSIC");
    const named = game.options.find((option) => option.values?.$case === "choice");
    assert.ok(named?.values?.$case === "choice" && named.values.value.values.length > 1, game.name);
  }
  assert.equal(limits!.maxStateBytes, 768);
});

/** The cards of each seat that a view shows; undefined for a hand that it hides. */
function hands(view: View): (Card[] | undefined)[] {
  return view.view!.value.hands.map((hand) => {
    assert.equal(hand.cards.length, hand.shown ? hand.count : 0);
    return hand.shown ? hand.cards : undefined;
  });
}

/** The cards that a legal move plays from the hand. */
function played(move: NonNullable<Answer["legalMoves"]>["moves"][number]): Card[] {
  const kind = move.move!.value.kind!;
  if (kind.$case === "discard") return kind.value.cards;
  return "card" in kind.value ? [kind.value.card] : [];
}

/** What each viewer may see, checked at every position while a deal goes on. */
function checkViews({ status, views, legalMoves }: Answer): void {
  assert.equal(legalMoves!.count, legalMoves!.moves.length);
  assert.deepEqual(
    views.map((update) => update.viewer!.viewer!.$case),
    [...Array(status!.seats).fill("seat"), "spectator"],
  );
  const phase = status!.phase;
  // Between deals the remaining hands are open.
  if (phase === 1 || phase === 8) return;
  for (const [viewer, update] of views.entries()) {
    for (const [seat, cards] of hands(update.view!).entries()) {
      assert.equal(cards !== undefined, seat === viewer, `seat ${seat} as ${viewer} sees it`);
    }
  }
  const mine = hands(views[status!.seatToMove!]!.view!)[status!.seatToMove!]!;
  for (const move of legalMoves!.moves) {
    for (const card of played(move)) assert.ok(mine.includes(card), move.text);
  }
}

describe("whole matches with one call a turn", () => {
  for (const request of MATCHES) {
    test(request.options!.$case, async () => {
      const lines: string[] = [];
      let positions = 0;
      const { answer, score } = await playMatch(taash, 1, request, {
        line: (text) => lines.push(text),
        answer: async (answer) => {
          checkViews(answer);
          if (positions++ % 50) return;
          // The view that comes with a move equals the response of View.
          const viewers = answer.views.map((update) => update.viewer!);
          const include = { legalMoves: true, viewers, text: false };
          const seen = await taash.view({ state: answer.state, include });
          assert.deepEqual(
            seen.views.map((update) => update.view),
            answer.views.map((update) => update.view),
          );
          const legal = await taash.legalMoves({ state: answer.state, card: 0, countOnly: false });
          assert.deepEqual(legal.legalMoves, answer.legalMoves);
        },
      });
      assert.equal(lines.length, answer.status!.revision + 2);
      assert.ok(score.final);
      assert.deepEqual(
        score.winners,
        score.seats.filter((seat) => seat.place === 1).map((seat) => seat.seat),
      );
      // The match is over: the seed is revealed, and anyone can check it against the commitment.
      assert.deepEqual(score.seed, request.seed);
      const commitment = createHash("sha256").update("taash/v1/commitment").update(score.seed!).digest();
      assert.deepEqual(score.seedCommitment, commitment);
    });
  }

  test("the seed is secret, and its commitment known, from the first deal on", async () => {
    const begun = await taash.newGame(MATCHES[0]!);
    const score = await taash.score({ state: begun.state, text: false });
    assert.equal(score.final, false);
    assert.equal(score.seed, undefined);
    assert.deepEqual(score.seedCommitment, begun.seedCommitment);
  });
});
