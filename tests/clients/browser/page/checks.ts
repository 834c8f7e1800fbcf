// The checks that the tests run inside the page: a separate bundle that only tests load.

import { failure } from "./checks/assert.js";
import * as fairness from "./checks/fairness.js";
import * as matches from "./checks/matches.js";
import * as refusals from "./checks/refusals.js";
import * as values from "./checks/values.js";
import * as wire from "./checks/wire.js";
import { playMatch, readMatches } from "./match.js";
import { ConnectError } from "@connectrpc/connect";
import { codeName, connect } from "./taash.js";

/** Plays the matches of a text and returns the transcript. */
async function transcript(taash: string, text: string): Promise<string> {
  const lines: string[] = [];
  const client = connect(taash);
  for (const [index, request] of readMatches(text).entries()) {
    await playMatch(client, index + 1, request, { line: (line) => lines.push(`${line}\n`) });
  }
  return lines.join("");
}

/** The code of a call that fails. */
async function failingCode(taash: string): Promise<string> {
  const call = connect(taash).newGame({ seats: 2, options: { case: "jhyap", value: {} } });
  return codeName(ConnectError.from(await failure(call)).code);
}

/** Checks by name. Each takes the address of Taash, and throws if it fails. */
const checks = { ...fairness, ...matches, ...refusals, ...values, ...wire } satisfies Record<
  string,
  (taash: string) => unknown
>;

const offered = { transcript, failingCode, checks };
export type InPage = typeof offered;
globalThis.inPage = offered;
