// Plays matches by the choice rule that every client follows, and writes a transcript: the transcripts of all
// languages must be the same.

import { create, fromJsonString } from "@bufbuild/protobuf";
import {
  type ApplyRequest,
  ApplyRequestSchema,
  type ApplyResponse,
  type Include,
  IncludeSchema,
  type LegalMove,
  type NewGameRequest,
  NewGameRequestSchema,
  type NewGameResponse,
  type ScoreResponse,
} from "../gen/taash/engine/v1/engine_pb.js";
import type { Taash } from "./taash.js";

export type Answer = NewGameResponse | ApplyResponse;

/** The matches of a text: one NewGameRequest in JSON per line. */
export function readMatches(text: string): NewGameRequest[] {
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => fromJsonString(NewGameRequestSchema, line));
}

/** The legal moves, and what each seat and a spectator may see: one call per turn is enough. */
export function everything(seats: number): Include {
  const viewers = Array.from({ length: seats }, (_, seat) => ({ viewer: { case: "seat" as const, value: seat } }));
  return create(IncludeSchema, {
    legalMoves: true,
    viewers: [...viewers, { viewer: { case: "spectator", value: {} } }],
  });
}

/** The move that the choice rule picks: the first 8 bytes of the digest, modulo the number of legal moves. */
export function choose(answer: Answer): LegalMove {
  const { stateDigest } = answer.status!;
  const moves = answer.legalMoves!.moves;
  const first = new DataView(stateDigest.buffer, stateDigest.byteOffset).getBigUint64(0);
  // A `number` cannot represent every 64-bit integer.
  return moves[Number(first % BigInt(moves.length))]!;
}

/** The request that makes a move: typed at odd revisions, as text at even ones. */
export function making(move: LegalMove, answer: Answer): ApplyRequest {
  const { revision, seats } = answer.status!;
  return create(ApplyRequestSchema, {
    state: answer.state,
    moves: [{ move: revision % 2 ? move.move : { case: "text", value: move.text } }],
    seat: answer.legalMoves!.seat,
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
  const game = request.options.case!.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  watch.line(`match ${number} ${game} ${request.seats}`);
  let answer: Answer = await taash.newGame({ ...request, include: everything(request.seats) });
  await watch.answer?.(answer);
  while (!answer.status!.matchOver) {
    const move = choose(answer);
    const { revision, seatToMove } = answer.status!;
    answer = await taash.apply(making(move, answer));
    watch.line(`${revision} ${seatToMove} ${move.text} ${hex(answer.status!.stateDigest)}`);
    await watch.answer?.(answer);
  }
  const score = await taash.score({ state: answer.state });
  const totals = score.seats.map((seat) => seat.total);
  const state = hex(await sha256(answer.state));
  watch.line(`over ${answer.status!.revision} winners ${score.winners} totals ${totals} state ${state}`);
  return { answer, score };
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const joined = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

/** Whether a seed matches the commitment, as engine.proto specifies. */
export async function committed(seed: Uint8Array, commitment: Uint8Array): Promise<boolean> {
  return hex(await sha256(new TextEncoder().encode("taash/v1/commitment"), seed)) === hex(commitment);
}
