import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { Server, matchMaker } from "@colyseus/core";
import { Client, type Room } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { type Answer, type Refusal, type Taash, connect, include } from "../shared/taash.ts";
import { assertNoLeak, choose, seeded, startTaash } from "../shared/testing.ts";
import { type Update, taashRoom } from "./room.ts";

const SEATS = 3;
const OPTIONS = { limit: 52, maxTurns: 30 };

let engine: Awaited<ReturnType<typeof startTaash>>;
let taash: Taash;
/** The states that Taash returned to the rooms, the newest last. */
const states: Buffer[] = [];
/** What each session received, byte for byte. */
const sent = new Map<string, string[]>();
let server: Server;
let client: Client;

before(async () => {
  engine = await startTaash();
  taash = connect(engine.address);
  const keep = async (answer: Promise<Answer>) => {
    states.push((await answer).state);
    return answer;
  };
  const watched: Taash = {
    ...taash,
    newGame: (request) => keep(taash.newGame(request)),
    apply: (request) => keep(taash.apply(request)),
  };
  const http = createServer();
  const transport = new WebSocketTransport({ server: http });
  (transport as any).wss.prependListener("connection", (socket: any, { url }: { url: string }) => {
    const session = new URL(url, "ws://localhost").searchParams.get("sessionId")!;
    const tape = sent.get(session) ?? [];
    sent.set(session, tape);
    const send = socket.send.bind(socket);
    socket.send = (data: Uint8Array, ...rest: any[]) => {
      tape.push(Buffer.from(data).toString("latin1"));
      send(data, ...rest);
    };
  });
  server = new Server({ transport, greet: false });
  server.define("jhyap", taashRoom(watched, "jhyap", SEATS, OPTIONS));
  await server.listen(0, "127.0.0.1");
  client = new Client(`http://127.0.0.1:${(http.address() as any).port}`);
});

after(async () => {
  await server.gracefullyShutdown(false);
  taash.close();
  await engine.stop();
});

/** Waits until a condition holds. */
async function until(so: () => boolean) {
  const late = Date.now() + 20_000;
  while (!so()) {
    assert(Date.now() < late, "nothing came of it");
    await delay(5);
  }
}

/** One player: the received messages, and the recorded bytes. */
class Player {
  updates: Update[] = [];
  refusals: Refusal[] = [];

  constructor(readonly room: Room) {
    room.reconnection.enabled = false;
    room.onMessage("update", (update: Update) => this.updates.push(update));
    room.onMessage("refused", (refusal: Refusal) => this.refusals.push(refusal));
  }

  get now() {
    return this.updates.at(-1)!;
  }

  /** Everything received since the last call. */
  sent = () => sent.get(this.room.sessionId)!.splice(0).join("\n");

  reached = (revision: number) => until(() => this.updates.some((update) => update.revision === revision));
}

/** A room whose seats are all taken. */
class Match {
  readonly random = seeded(1);
  players: Player[] = [];

  static async begin() {
    const match = new Match();
    const first = await client.create("jhyap", { seats: 2, options: { limit: 1000 }, seed: Buffer.alloc(32) });
    match.players.push(new Player(first));
    while (match.players.length < SEATS) match.players.push(new Player(await client.joinById(first.roomId)));
    await match.reached(0);
    match.players.sort((a, b) => a.now.seat - b.now.seat);
    return match;
  }

  reached = (revision: number) => Promise.all(this.players.map((player) => player.reached(revision)));

  get mover() {
    return this.players.find((player) => player.now.moves.length > 0)!;
  }

  /** Plays a legal move. Returns Taash's response to the same move on the same state. */
  async play(): Promise<Answer> {
    const { moves, revision } = this.mover.now;
    const text = choose(moves, this.random);
    const expected = await taash.apply({ state: states.at(-1), moves: [{ text }], include: include(SEATS) });
    this.mover.room.send("play", { text, revision });
    await this.reached(revision + 1);
    assert.deepEqual(states.at(-1), expected.state);
    return expected;
  }

  leave = () => Promise.all(this.players.map((player) => player.room.leave()));
}

test("a match is played to its end, and each client receives only its own view and events", async () => {
  const match = await Match.begin();
  for (const [seat, player] of match.players.entries()) {
    const { views } = await taash.view({ state: states.at(-1), include: { viewers: [{ seat }] } });
    const seen = views[0]!;
    assert.deepEqual(player.now.view, seen.view);
    assertNoLeak(player.sent(), states, JSON.stringify(seen));
  }
  let expected: Answer;
  do {
    expected = await match.play();
    const turn = expected.status.seatToMove;
    const texts = expected.legalMoves.moves.map((move) => move.text);
    for (const [seat, player] of match.players.entries()) {
      const { view, events } = expected.views[seat]!;
      const { revision } = expected.status;
      assert.deepEqual(player.now, { revision, seat, view, events, moves: seat === turn ? texts : [] });
      assertNoLeak(player.sent(), states, JSON.stringify({ view, events }));
    }
  } while (!expected.status.matchOver);
  const { winners } = await taash.score({ state: expected.state });
  for (const { room } of match.players) {
    await until(() => room.state.over);
    assert.deepEqual(room.state.toJSON(), { turn: -1, over: true, winners });
  }
  await match.leave();
});

test("an illegal move is refused to its player only, with the rule, and changes nothing", async () => {
  const match = await Match.begin();
  const { mover } = match;
  const known = states.length;
  const { revision, moves } = mover.now;
  const [first, ...singles] = moves.flatMap((text) => /^discard (\w\w), take stock$/.exec(text)?.[1] ?? []);
  const other = singles.find((card) => card[0] !== first![0]);
  mover.room.send("play", { text: `discard ${first} ${other}, take stock`, revision });
  await until(() => mover.refusals.length > 0);
  assert.deepEqual([mover.refusals[0]!.reason, mover.refusals[0]!.ruleId], ["REASON_RULE_BROKEN", "J14"]);
  assert.equal(states.length, known);

  const waiting = match.players[(mover.now.seat + 1) % SEATS]!;
  waiting.room.send("play", { text: moves[0], revision });
  await until(() => waiting.refusals.length > 0);
  assert.deepEqual([waiting.refusals[0]!.reason, waiting.refusals[0]!.ruleId], ["REASON_NOT_YOUR_TURN", "G3"]);

  await match.play();
  for (const player of match.players) {
    assert.equal(player.refusals.length, [mover, waiting].includes(player) ? 1 : 0);
    assert.equal(player.updates.length, 2);
  }
  await match.leave();
});

test("the second click of a double click is refused as stale", async () => {
  const match = await Match.begin();
  const { mover } = match;
  const { moves, revision } = mover.now;
  const play = { text: choose(moves, match.random), revision };
  mover.room.send("play", play);
  mover.room.send("play", play);
  await match.reached(1);
  await until(() => mover.refusals.length > 0);
  assert.equal(mover.refusals[0]!.reason, "REASON_STALE_STATE");
  for (const player of match.players) assert.equal(player.now.revision, 1);
  await match.leave();
});

test("a player who reconnects receives the current view and keeps the seat", async () => {
  const match = await Match.begin();
  const seat = (match.mover.now.seat + 1) % SEATS;
  const [away] = match.players.splice(seat, 1);
  const { reconnectionToken } = away!.room;
  away!.room.connection.close();
  const { views, legalMoves, status } = await match.play();
  sent.get(away!.room.sessionId)!.length = 0;
  const back = new Player(await client.reconnect(reconnectionToken));
  match.players.splice(seat, 0, back);
  await back.reached(1);
  const { view } = views[seat]!;
  const moves = status.seatToMove === seat ? legalMoves.moves.map((move) => move.text) : [];
  assert.deepEqual(back.now, { revision: 1, seat, view, events: [], moves });
  assertNoLeak(back.sent(), states, JSON.stringify(view));
  await match.play();
  await match.leave();
});

test("a room that all players have left is freed", async () => {
  const match = await Match.begin();
  const { roomId } = match.players[0]!.room;
  const room = new WeakRef(matchMaker.getLocalRoomById(roomId)!);
  await match.leave();
  await until(() => matchMaker.getLocalRoomById(roomId) === undefined);
  assert.deepEqual(await matchMaker.query({ roomId }), []);
  await until(() => {
    global.gc!();
    return room.deref() === undefined;
  });
});
