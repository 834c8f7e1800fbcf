// Plays matches by the choice rule that every client follows, and writes a transcript: the transcripts of all
// languages must be the same.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Taash } from "./client.js";
import {
  ApplyRequest,
  type ApplyResponse,
  Include,
  type LegalMove,
  NewGameRequest,
  type NewGameResponse,
  type ScoreResponse,
} from "./gen/taash/engine/v1/engine.js";

export type Answer = NewGameResponse | ApplyResponse;

/** The matches of a file, one NewGameRequest in JSON a line. */
export function readMatches(path: string): NewGameRequest[] {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => NewGameRequest.fromJSON(JSON.parse(line)));
}

/** The legal moves, and what each seat and a spectator may see: one call per turn is enough. */
export function everything(seats: number): Include {
  const viewers = Array.from({ length: seats }, (_, seat) => ({ viewer: { $case: "seat" as const, value: seat } }));
  return Include.fromPartial({
    legalMoves: true,
    viewers: [...viewers, { viewer: { $case: "spectator", value: {} } }],
  });
}

/** The move that the choice rule picks: the first 8 bytes of the digest, modulo the number of legal moves. */
export function choose(answer: Answer): LegalMove {
  const moves = answer.legalMoves!.moves;
  // A `number` cannot represent every 64-bit integer.
  return moves[Number(answer.status!.stateDigest.readBigUInt64BE() % BigInt(moves.length))]!;
}

/** The request that makes a move: typed at odd revisions, as text at even ones. */
export function making(move: LegalMove, answer: Answer): ApplyRequest {
  const { revision, seats } = answer.status!;
  return ApplyRequest.fromPartial({
    state: answer.state,
    moves: [{ move: revision % 2 ? move.move! : { $case: "text", value: move.text } }],
    seat: answer.legalMoves!.seat!,
    expectedRevision: revision,
    include: everything(seats),
  });
}

/** The transcript of a match. */
export interface Watcher {
  line(text: string): void;
  answer?(answer: Answer): void | Promise<void>;
}

/** Plays match `number` to its end. */
export async function playMatch(
  taash: Taash,
  number: number,
  request: NewGameRequest,
  watch: Watcher,
): Promise<{ answer: Answer; score: ScoreResponse }> {
  const game = request.options!.$case.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  watch.line(`match ${number} ${game} ${request.seats}`);
  let answer: Answer = await taash.newGame({ ...request, include: everything(request.seats) });
  await watch.answer?.(answer);
  while (!answer.status!.matchOver) {
    const move = choose(answer);
    const { revision, seatToMove } = answer.status!;
    answer = await taash.apply(making(move, answer));
    watch.line(`${revision} ${seatToMove} ${move.text} ${answer.status!.stateDigest.toString("hex")}`);
    await watch.answer?.(answer);
  }
  const score = await taash.score({ state: answer.state, text: false });
  const totals = score.seats.map((seat) => seat.total);
  const state = createHash("sha256").update(answer.state).digest("hex");
  watch.line(`over ${answer.status!.revision} winners ${score.winners} totals ${totals} state ${state}`);
  return { answer, score };
}
