// The game for boardgame.io, the same on the server and in the browser. It has no rules: Taash has already decided what a
// move does (see server.ts).

import type { Game } from "boardgame.io";
import { INVALID_MOVE, PlayerView } from "boardgame.io/core";

export interface Table {
  /** The seat to move. */
  turn: number;
  /** Who has won, once the match is over. */
  winners?: number[];
  /** What each player may know, by seat: `playerView` leaves a client only its own entry. */
  players: Record<string, { view: object; events: object[]; moves: string[] }>;
  /** The state of Taash in base64, for the server only: `playerView` removes it. */
  secret?: { state: string };
}

/** The table after a move, keyed by the object that is the argument of the move. No client can forge such an object. */
export const decisions = new WeakMap<object, Table>();

export const game: Game<Table> = {
  name: "jhyap",
  minPlayers: 2,
  maxPlayers: 5,
  // boardgame.io sends this initial state to every client without applying `playerView`: it must not contain cards.
  setup: () => ({ turn: 0, players: {} }),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
  moves: {
    play: {
      client: false, // no optimistic update before the server has responded
      redact: true, // the others learn of it from their events
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
