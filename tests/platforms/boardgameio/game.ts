// The game as boardgame.io knows it, the same on the server and in the browser. It has no rules: what a move does was
// decided by Taash before the move got here (see server.ts).

import type { Game } from "boardgame.io";
import { INVALID_MOVE, PlayerView } from "boardgame.io/core";

export interface Table {
  /** The seat to move. */
  turn: number;
  /** Who has won, once the match is over. */
  winners?: number[];
  /** What each player may know, by seat: `playerView` leaves a client its own alone. */
  players: Record<string, { view: object; events: object[]; moves: string[] }>;
  /** The state of Taash in base64, for the server alone: `playerView` takes it away. */
  secret?: { state: string };
}

/** The table after a move, by the very object that the move has as its argument. No client can make one up. */
export const decisions = new WeakMap<object, Table>();

export const game: Game<Table> = {
  name: "jhyap",
  minPlayers: 2,
  maxPlayers: 5,
  // boardgame.io sends this first state to every client as it is, without `playerView`: there must be no cards in it.
  setup: () => ({ turn: 0, players: {} }),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
  moves: {
    play: {
      client: false, // no guess before the server has answered
      redact: true, // the others hear of it by their events
      move: (_, move: object) => decisions.get(move) ?? INVALID_MOVE,
    },
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn },
  },
  endIf: ({ G }) => G.winners && { winners: G.winners },
};
