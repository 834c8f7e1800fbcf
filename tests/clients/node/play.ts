// Plays the matches of a file and prints the transcript: TAASH_ADDRESS=HOST:PORT npx tsx play.ts matches.jsonl

import { connectToServer } from "./client.js";
import { playMatch, readMatches } from "./match.js";

const [path] = process.argv.slice(2);
if (!path) throw new Error("which matches?");
const taash = connectToServer();
for (const [index, request] of readMatches(path).entries()) {
  const lines: string[] = [];
  await playMatch(taash, index + 1, request, { line: (text) => lines.push(text) });
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
taash.close();
