// What the tests of the examples share: a server, and a check of what each client receives.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The server at TAASH_ADDRESS, or one started for the test: the binary that TAASH_BIN names, or the release build. */
export async function startTaash() {
  const { TAASH_ADDRESS, TAASH_BIN } = process.env;
  if (TAASH_ADDRESS) return { address: TAASH_ADDRESS, stop: async () => {} };
  const binary = TAASH_BIN ?? join(import.meta.dirname, "../../../target/release/taash");
  const flags = ["--listen=127.0.0.1:0", "--admin-listen=off"];
  flags.push("--drain-delay-ms=0"); // no load balancer has to notice the shutdown
  const child = spawn(binary, ["serve", ...flags], { stdio: ["ignore", "pipe", "ignore"] });
  process.on("exit", () => child.kill()); // if the test fails before it stops the server
  const ended = new Promise((resolve, reject) => {
    child.on("exit", resolve);
    child.on("error", reject);
  });
  ended.catch(() => {});
  for await (const line of createInterface(child.stdout)) {
    const address = /127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (!address) continue;
    const stop = async () => {
      child.kill();
      assert.equal(await ended, 0);
    };
    return { address, stop };
  }
  throw new Error(`${binary} did not say where it listens: ${await ended}`);
}

/** The cards that a text names, in the long form of the protos. */
export const cardsIn = (text: string) => new Set(text.match(/CARD_(?:\w+_OF_[A-Z]+|JOKER)/g));

/** Fails if what a client received holds a state in any encoding, or names a card that `allowed` does not. */
export function assertNoLeak(sent: string, states: Buffer[], allowed: string) {
  const known = cardsIn(allowed);
  for (const card of cardsIn(sent)) assert(known.has(card), `${card} was sent to a client that may not know it`);
  for (const state of states)
    for (const spelling of ["base64", "base64url", "hex", "latin1"] as const)
      assert(!sent.includes(state.toString(spelling)), "the state was sent");
}

/** A player's choice among legal moves: ends deals early, and otherwise plays at random. */
export const choose = (moves: string[], random: () => number) =>
  moves.includes("call") ? "call" : moves[Math.floor(random() * moves.length)]!;

/** Random numbers that are the same in every run (mulberry32). */
export function seeded(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
