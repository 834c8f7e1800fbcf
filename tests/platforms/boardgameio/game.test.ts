import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Client, LobbyClient } from "boardgame.io/client";
import { SocketIO } from "boardgame.io/multiplayer";
import { type Answer, type Taash, connect, include } from "../shared/taash.ts";
import { assertNoLeak, choose, seeded, startTaash } from "../shared/testing.ts";
import { type Table, game } from "./game.ts";
import { createServer } from "./server.ts";

const SEATS = 3;

let engine: Awaited<ReturnType<typeof startTaash>>;
let taash: Taash;
let server: ReturnType<typeof createServer>;
let running: Awaited<ReturnType<ReturnType<typeof createServer>["run"]>>;
let url: string;
const players: Player[] = [];

before(async () => {
  engine = await startTaash();
  taash = connect(engine.address);
  server = createServer(taash, { limit: 52, maxTurns: 30 }, ["*"]);
  running = await server.run(0);
  url = `http://127.0.0.1:${(running.appServer.address() as AddressInfo).port}`;
});

after(async () => {
  for (const player of players) player.stop();
  server.kill(running);
  taash.close();
  await engine.stop();
});

/** A client of boardgame.io, with everything that it received. */
class Player {
  readonly client;
  sent: string[] = [];

  constructor(matchID: string, seat: number | undefined, credentials?: string) {
    const playerID = seat === undefined ? undefined : String(seat);
    const multiplayer = SocketIO({ server: url });
    this.client = Client<Table>({
      game,
      multiplayer,
      matchID,
      playerID,
      credentials,
      debug: false,
    } as never);
    this.client.start();
    this.socket.io.on("packet", (packet: { data?: object }) => this.sent.push(JSON.stringify(packet.data)));
    players.push(this);
  }

  get socket() {
    return (this.client as any).transport.socket;
  }

  get table() {
    return this.client.getState()!.G;
  }

  /** Waits until what the client knows meets a condition. */
  until(so: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("nothing came of it")), 20_000);
      const stop = this.client.subscribe(() => {
        if (!so()) return;
        clearTimeout(late);
        queueMicrotask(() => stop());
        resolve();
      });
    });
  }

  reached = (revision: number) => this.until(() => this.client.getState()?._stateID === revision);

  stop() {
    if (this.socket) this.client.stop();
  }
}

const lobby = () => new LobbyClient({ server: url });

async function sitDown(seats: number) {
  const { matchID } = await lobby().createMatch("jhyap", { numPlayers: seats });
  const credentials: string[] = [];
  for (let seat = 0; seat < seats; seat++) {
    const body = { playerID: String(seat), playerName: `player ${seat}` };
    credentials.push((await lobby().joinMatch("jhyap", matchID, body)).playerCredentials);
  }
  return { matchID, credentials };
}

/** What the server stores, which the test can inspect. */
function stored(matchID: string) {
  const { state } = (server.db as any).fetch(matchID, { state: true });
  return {
    revision: state._stateID as number,
    turn: state.G.turn as number,
    over: state.ctx.gameover as object | undefined,
    state: Buffer.from(state.G.secret.state, "base64"),
  };
}

/** A match with a client for each seat, and what the test needs to follow it. */
class Match {
  readonly seats: Player[];
  readonly random = seeded(1);
  readonly states: Buffer[] = [];

  constructor(
    readonly matchID: string,
    readonly credentials: string[],
  ) {
    this.seats = credentials.map((secret, seat) => new Player(matchID, seat, secret));
  }

  static async begin() {
    const { matchID, credentials } = await sitDown(SEATS);
    const match = new Match(matchID, credentials);
    await match.reached(0);
    match.states.push(stored(matchID).state);
    return match;
  }

  /** Waits until all clients that have not left are connected. */
  reached = (revision: number) => Promise.all(this.seats.map((player) => player.socket && player.reached(revision)));

  get mover() {
    return this.seats[stored(this.matchID).turn]!;
  }

  get legal() {
    return Object.values(this.mover.table.players)[0]!.moves;
  }

  /** Plays a legal move through the mover's client. Returns Taash's response to the same move on the same state. */
  async play(): Promise<Answer> {
    const { revision, state } = stored(this.matchID);
    const text = choose(this.legal, this.random);
    const expected = await taash.apply({
      state,
      moves: [{ text }],
      include: include(SEATS),
    });
    this.mover.client.moves.play!(text);
    await this.reached(revision + 1);
    assert.deepEqual(stored(this.matchID).state, expected.state);
    this.states.push(expected.state);
    return expected;
  }
}

test("a match is played to its end, and each client receives only its own view and events", async () => {
  const match = await Match.begin();
  const spectator = new Player(match.matchID, undefined);
  await spectator.reached(0);
  for (const [seat, player] of match.seats.entries()) {
    const { views } = await taash.view({ state: match.states[0], include: { viewers: [{ seat }] } });
    const seen = views[0]!;
    assert.deepEqual(player.table.players[seat]!.view, seen.view);
    assertNoLeak(player.sent.splice(0).join(), match.states, JSON.stringify(seen));
  }
  while (!stored(match.matchID).over) {
    const mover = stored(match.matchID).turn;
    const expected = await match.play();
    const moves = expected.legalMoves.moves.map((move) => move.text);
    const turn = expected.status.seatToMove;
    for (const [seat, player] of match.seats.entries()) {
      const { view, events } = expected.views[seat]!;
      const own = { view, events, moves: seat === turn ? moves : [] };
      assert.deepEqual(player.table.players, { [seat]: own });
      assert.equal(player.table.secret, undefined);
      assert.equal(/"text":"[^"]/.test(player.sent.join()), seat === mover, "a move is its player's");
      assertNoLeak(player.sent.splice(0).join(), match.states, JSON.stringify(own));
    }
  }
  const { winners } = await taash.score({ state: match.states.at(-1)! });
  assert(winners.length > 0);
  for (const player of match.seats) assert.deepEqual(player.client.getState()!.ctx.gameover, { winners });
  assert.deepEqual(spectator.table.players, {});
  assertNoLeak(spectator.sent.join(), match.states, "");
  assertNoLeak(await (await fetch(`${url}/games/jhyap/${match.matchID}`)).text(), match.states, "");
});

test("an illegal move is refused to its player only, with the rule, and changes nothing", async () => {
  const match = await Match.begin();
  const before = stored(match.matchID);
  const { mover } = match;
  const [first, ...singles] = match.legal.flatMap((text) => /^discard (\w\w), take stock$/.exec(text)?.[1] ?? []);
  const other = singles.find((card) => card[0] !== first![0]);
  for (const player of match.seats) player.sent = [];
  mover.client.moves.play!(`discard ${first} ${other}, take stock`);
  await mover.until(() => mover.client.chatMessages.length > 0);
  const [{ sender, payload }] = mover.client.chatMessages as any;
  assert.deepEqual([sender, payload.reason, payload.ruleId], ["taash", "REASON_RULE_BROKEN", "J14"]);
  assert.deepEqual(stored(match.matchID), before);

  await match.play();
  for (const player of match.seats) {
    const kinds = player.sent.map((packet) => JSON.parse(packet)[0]);
    const expected = player === mover ? ["chat", "update"] : ["update"];
    assert.deepEqual(
      kinds.filter((kind) => kind !== "matchData"),
      expected,
    );
  }
});

test("a move sent twice is made once", async () => {
  const match = await Match.begin();
  const text = choose(match.legal, match.random);
  const { mover } = match;
  mover.client.moves.play!(text);
  mover.client.moves.play!(text);
  await match.reached(1);
  await match.play();
  assert.equal(stored(match.matchID).revision, 2);
});

test("a player who reconnects receives the current view", async () => {
  const match = await Match.begin();
  const seat = (stored(match.matchID).turn + 1) % SEATS;
  match.seats[seat]!.stop();
  const { state, views } = await match.play();
  const back = new Player(match.matchID, seat, match.credentials[seat]);
  match.seats[seat] = back;
  await back.reached(1);
  const { view, events } = views[seat]!;
  const own = { view, events, moves: match.mover === back ? match.legal : [] };
  assert.deepEqual(back.table.players, { [seat]: own });
  assertNoLeak(back.sent.join(), [state, ...match.states], JSON.stringify(own));
  await match.play();
});

test("nobody gets in without credentials, acts for another, or does anything but play", async () => {
  const match = await Match.begin();
  const { matchID, credentials } = match;
  const { turn } = stored(matchID);
  const impostor = new Player(matchID, turn, "guessed");
  const spectator = new Player(matchID, undefined);
  const stranger = new Player("no such match", undefined);
  const { matchID: empty } = await lobby().createMatch("jhyap", {
    numPlayers: 2,
  });
  const early = new Player(empty, 0);
  await spectator.reached(0);

  const other = (turn + 1) % SEATS;
  const text = match.legal[0]!;
  const play = (playerID: number, secret: string | undefined) => ({
    type: "MAKE_MOVE",
    payload: {
      type: "play",
      args: [text],
      playerID: String(playerID),
      credentials: secret,
    },
  });
  const mine = { playerID: String(turn), credentials: credentials[turn] };
  const forged = {
    ...match.mover.client.getState()!,
    G: { turn, players: {}, winners: [turn] },
  };
  const attempts: [object, number][] = [
    [play(turn, undefined), turn],
    [play(turn, credentials[other]), turn],
    [play(turn, credentials[other]), other],
    [{ ...play(turn, credentials[turn]), type: "UPDATE", state: forged }, turn],
    [{ type: "GAME_EVENT", payload: { type: "endGame", ...mine } }, turn],
  ];
  for (const [action, seat] of attempts) match.mover.socket.emit("update", action, 0, matchID, String(seat));
  await match.play();
  assert.equal(stored(matchID).over, undefined);
  assert.equal(stored(matchID).revision, 1);
  for (const outsider of [impostor, stranger, early])
    assert(!/"(sync|update)"/.test(outsider.sent.join()), "an outsider was told something");
});
