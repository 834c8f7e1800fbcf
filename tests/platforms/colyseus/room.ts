// A Colyseus room that lets Taash decide every move.
//
// The state that Colyseus shares with everybody has no cards. Each player receives their own view and events in
// messages. The state of Taash is a private field of the room: it is not in a schema, so Colyseus cannot share it.

import { type Client, Room } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { type Answer, type Taash, Refused, include } from "../shared/taash.ts";

/** What everybody may know. `turn` is -1 while players are missing, and when the match is over. */
export const Table = schema(
  { turn: t.int8().default(-1), over: t.boolean().default(false), winners: t.array("uint8") },
  "Table",
);

/** What a player sends: a move as text, and the revision of the table that the player saw. */
export interface Play {
  text: string;
  revision: number;
}

/** What a player receives after each move and, without events, after joining and reconnecting. */
export interface Update {
  revision: number;
  seat: number;
  view: object;
  events: object[];
  /** The legal moves, if it is this player's turn. */
  moves: string[];
}

/** A room for a match of that game. Clients choose nothing: a player who chooses the seed knows all cards. */
export const taashRoom = (taash: Taash, game: string, seats: number, options: object) =>
  class TaashRoom extends Room<{ state: InstanceType<typeof Table> }> {
    override state = new Table();
    override maxClients = seats;
    override messages = {
      play: (client: Client, play: Play) => this.#inTurn(() => this.#play(client, play)),
    };
    /** The session in each seat. A client that reconnects to Colyseus keeps its session. */
    #seats: (string | undefined)[] = Array(seats).fill(undefined);
    #answer: Answer | undefined;
    #last: Promise<void> = Promise.resolve();

    override async onJoin(client: Client) {
      const seat = this.#seats.indexOf(undefined);
      this.#seats[seat] = client.sessionId;
      if (this.#seats.includes(undefined)) return;
      try {
        await this.#take(await taash.newGame({ seats, [game]: options, include: include(seats) }));
      } catch (error) {
        this.#seats[seat] = undefined;
        throw error;
      }
    }

    override onDrop(client: Client) {
      this.allowReconnection(client, 60);
    }

    override onReconnect(client: Client) {
      this.#send(client, []);
    }

    override onLeave(client: Client) {
      // Nobody can play for a player who has left.
      if (this.#answer) this.disconnect();
      else this.#seats[this.#seats.indexOf(client.sessionId)] = undefined;
    }

    /** One play at a time: each is applied to the result of the previous one. */
    #inTurn(step: () => Promise<void>): Promise<void> {
      return (this.#last = this.#last.then(step));
    }

    async #play(client: Client, play: Play) {
      try {
        const answer = await taash.apply({
          state: this.#answer?.state,
          moves: [{ text: String(play?.text) }],
          seat: this.#seats.indexOf(client.sessionId),
          expectedRevision: Number(play?.revision) >>> 0, // the second click of a double click is refused as stale
          include: include(seats),
        });
        await this.#take(answer);
      } catch (error) {
        client.send("refused", error instanceof Refused ? error.refusal : { reason: "REASON_UNAVAILABLE" });
      }
    }

    async #take(answer: Answer) {
      const { state, status } = answer;
      const winners = status.matchOver ? (await taash.score({ state })).winners : [];
      this.#answer = answer;
      this.state.turn = status.seatToMove ?? -1;
      this.state.over = status.matchOver;
      this.state.winners.push(...winners);
      for (const client of this.clients)
        this.#send(client, answer.views[this.#seats.indexOf(client.sessionId)]!.events);
    }

    #send(client: Client, events: object[]) {
      if (!this.#answer) return;
      const { status, views, legalMoves } = this.#answer;
      const seat = this.#seats.indexOf(client.sessionId);
      const moves = seat === status.seatToMove ? legalMoves.moves.map((move) => move.text) : [];
      const update: Update = { revision: status.revision, seat, view: views[seat]!.view, events, moves };
      client.send("update", update);
    }
  };
