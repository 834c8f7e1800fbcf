// Plays the matches of a file inside the page and prints the transcript: TAASH_ADDRESS=HOST:PORT npx tsx play.ts FILE

import { readFileSync } from "node:fs";
import { Browser, server } from "./support.js";

const [path] = process.argv.slice(2);
if (!path) throw new Error("which matches?");
const browser = await Browser.start();
try {
  const page = await browser.open(server());
  const given: [string, string] = [server(), readFileSync(path, "utf8")];
  process.stdout.write(await page.evaluate(([taash, matches]) => inPage.transcript(taash, matches), given));
} finally {
  await browser.stop();
}
