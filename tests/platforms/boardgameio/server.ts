// A boardgame.io server that lets Taash decide every move.
//
// A move of boardgame.io is a synchronous function, but a call to Taash is asynchronous. So the call comes before the move:
// an incoming action is intercepted, authenticated and sent to Taash. The result is stored where the move finds it.

import type { Server as Types, StorageAPI } from "boardgame.io";
import { Server, SocketIO } from "boardgame.io/server";
import { randomUUID } from "node:crypto";
import { type Answer, type Taash, Refused, include } from "../shared/taash.ts";
import { type Table, decisions, game } from "./game.ts";

async function tableOf(taash: Taash, answer: Answer): Promise<Table> {
  const { state, status, legalMoves, views } = answer;
  const table: Table = { turn: 0, players: {}, secret: { state: state.toString("base64") } };
  for (const { viewer, view, events } of views) table.players[viewer.seat] = { view, events, moves: [] };
  if (status.matchOver) {
    table.winners = (await taash.score({ state })).winners;
  } else {
    table.turn = status.seatToMove!;
    table.players[table.turn]!.moves = legalMoves.moves.map((move) => move.text);
  }
  return table;
}

/** Lets Taash deal when a match is created, after its initial state, which has no cards, has been stored. */
function dealNewMatches(db: StorageAPI.Async, taash: Taash, options: object) {
  const create = db.createMatch.bind(db);
  db.createMatch = async (matchID, match) => {
    const { ctx } = match.initialState;
    const seats = ctx.numPlayers;
    // Do not use `setupData`, which comes from a client: a player who chooses the seed knows all cards.
    const answer = await taash.newGame({ seats, [game.name!]: options, include: include(seats) });
    const G = await tableOf(taash, answer);
    await create(matchID, match);
    const order = { playOrderPos: G.turn, currentPlayer: String(G.turn) };
    await db.setState(matchID, { ...match.initialState, G, ctx: { ...ctx, ...order } });
  };
}

class TaashTransport extends SocketIO {
  readonly #taash: Taash;

  constructor(taash: Taash) {
    super();
    this.#taash = taash;
  }

  override init(app: Types.App & { _io?: any }, ...rest: [any, any]) {
    super.init(app, ...rest);
    app._io.of(game.name).on("connection", (socket: any) => {
      // Called before boardgame.io's own handlers; a packet that is not passed on is dropped.
      socket.use(async ([event, ...args]: any[], next: () => void) => {
        if (event === "chat") return next();
        try {
          if (await this.#admit(app.context, event, args)) next();
        } catch (error) {
          // Sent to this player only, as a chat message of the match: boardgame.io has no message for a refusal.
          const payload = error instanceof Refused ? error.refusal : { reason: "REASON_UNAVAILABLE" };
          socket.emit("chat", args[2], { id: randomUUID(), sender: "taash", payload });
        }
      });
    });
  }

  async #admit({ db, auth }: any, event: string, args: any[]): Promise<boolean> {
    // boardgame.io would create an unknown match.
    if (event === "sync") return (await db.fetch(args[0], { state: true })).state !== undefined;
    // It would also accept an action that replaces the whole state. Only plays may pass.
    const [action, stateID, matchID, playerID] = args;
    if (event !== "update" || action?.type !== "MAKE_MOVE") return false;
    const { type, args: given, credentials } = action.payload ?? {};
    const { state, metadata } = await db.fetch(matchID, { state: true, metadata: true });
    if (type !== "play" || !state) return false;
    if (!(await auth.authenticateCredentials({ playerID, credentials, metadata }))) return false;
    const move = { text: String(given?.[0]) };
    const answer = await this.#taash.apply({
      state: Buffer.from(state.G.secret.state, "base64"),
      moves: [move],
      seat: Number(playerID),
      expectedRevision: stateID, // one play increases both the revision and boardgame.io's state id by one
      include: include(state.ctx.numPlayers),
    });
    decisions.set(move, await tableOf(this.#taash, answer));
    action.payload.args = [move];
    return true;
  }
}

/** Creates the server without running it. `options` are those of the game, as in its proto. */
export function createServer(taash: Taash, options: object, origins: string[]) {
  const server = Server({
    games: [game],
    transport: new TaashTransport(taash),
    origins,
    // boardgame.io's own check accepts everybody until the first player has joined.
    authenticateCredentials: (credentials, player) =>
      Boolean(player?.credentials) && credentials === player!.credentials,
  });
  dealNewMatches(server.db as StorageAPI.Async, taash, options);
  return server;
}
