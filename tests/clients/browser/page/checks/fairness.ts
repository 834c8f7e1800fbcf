// The shuffles of matches as a player can check them: by the verifier alone, and compared with DeriveShuffles.

import type { MessageInitShape } from "@bufbuild/protobuf";
import { StockOut } from "../../gen/taash/pis_yedili/v1/pis_yedili_pb.js";
import type { GameOptions, ShuffleQuerySchema, View } from "../../gen/taash/engine/v1/engine_pb.js";
import { commitment, drawnSeat, Purpose, shuffled } from "../../verifier.js";
import { hex } from "../match.js";
import { connect } from "../taash.js";
import { equal, ok } from "./assert.js";

type Query = MessageInitShape<typeof ShuffleQuerySchema>;

const NO_CLIENT_SEED = new Uint8Array();
const referee = { viewers: [{ viewer: { case: "referee", value: {} } as const }] };
const sorted = (cards: readonly number[]) => [...cards].sort((a, b) => a - b);
const numbers = (length: number) => Array.from({ length }, (_, i) => i + 1);

/** Checks that DeriveShuffles returns these orders, and the dealer that the verifier draws. */
async function derived(
  url: string,
  seed: Uint8Array,
  seats: number,
  options: GameOptions,
  shuffles: Query[],
  orders: number[][],
) {
  const answer = await connect(url).deriveShuffles({ seed, seats, options, shuffles });
  equal(
    answer.orders.map((order) => order.cards),
    orders,
  );
  equal(answer.dealer, await drawnSeat(seed, NO_CLIENT_SEED, Purpose.Dealer, seats));
  equal(hex(answer.seedCommitment), hex(await commitment(seed)));
}

export async function hands_that_are_thrown_in_and_dealt_again_follow_from_the_seed(url: string): Promise<void> {
  for (let first = 0; first < 200; first++) {
    const seed = new Uint8Array(32).fill(first);
    const begun = await connect(url).newGame({
      seats: 4,
      seed,
      options: { case: "seep", value: {} },
      include: referee,
    });
    const events = begun.events.map(({ event }) => (event.case === "seep" ? event.value.kind : undefined));
    const thrownIn = events.flatMap((kind) => (kind?.case === "thrownIn" ? [kind.value.cards] : []));
    if (thrownIn.length === 0) continue;
    const indices = [...thrownIn.keys(), thrownIn.length];
    const orders = await Promise.all(indices.map((index) => shuffled(seed, NO_CLIENT_SEED, 1, index, numbers(52))));
    const view = begun.views[0]!.view!.view;
    ok(view.case === "seep", "a view of Seep");
    const bidder = view.value.hands.find((hand) => hand.count === 4)!;
    equal(
      [...thrownIn, bidder.cards].map(sorted),
      orders.map((order) => sorted(order.slice(0, 4))),
    );
    equal(hex(begun.seedCommitment), hex(await commitment(seed)));
    const queries = indices.map((index) => ({ deal: 1, index }));
    await derived(url, seed, 4, begun.options!, queries, orders);
    return;
  }
  ok(false, "a hand was thrown in");
}

export async function discards_that_become_the_stock_are_shuffled_by_the_seed(url: string): Promise<void> {
  const taash = connect(url);
  const seed = new Uint8Array(32).fill(17);
  const value = { stockOut: StockOut.RESHUFFLE };
  const include = { ...referee, legalMoves: true };
  const begun = await taash.newGame({ seats: 2, seed, options: { case: "pisYedili", value }, include });
  const table = (view: View) => {
    ok(view.view.case === "pisYedili", "a view of Pis Yedili");
    return view.view.value;
  };
  let { state, legalMoves, views } = begun as {
    state: Uint8Array;
    legalMoves?: typeof begun.legalMoves;
    views: typeof begun.views;
  };
  for (let made = 0; made < 300; made++) {
    const before = table(views[0]!.view!);
    const moves = legalMoves!.moves.map((move) => move.text);
    // Some cards are played first, so that there are discards; then cards are drawn until the stock is empty.
    const draws = moves.filter((move) => move === "draw");
    const text = made < 8 || draws.length === 0 ? moves[0]! : "draw";
    const answer = await taash.apply({ state, moves: [{ move: { case: "text", value: text } }], include });
    const reshuffled = answer.events.some(
      ({ event }) => event.case === "pisYedili" && event.value.kind.case === "reshuffled",
    );
    if (reshuffled) {
      const order = await shuffled(seed, NO_CLIENT_SEED, 1, 1, before.under);
      // The draw that found the stock empty took the top card.
      equal(table(answer.views[0]!.view!).stock, order.slice(1));
      const whole = await shuffled(seed, NO_CLIENT_SEED, 1, 0, numbers(52));
      const queries = [
        { deal: 1, index: 0 },
        { deal: 1, index: 1, cards: before.under },
      ];
      await derived(url, seed, 2, begun.options!, queries, [whole, order]);
      return;
    }
    ({ state, legalMoves, views } = answer);
  }
  ok(false, "the discards were reshuffled");
}
