// Which origins may call: the preflight requests of the browser, and what it allows and blocks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { Browser, holdingBack, startTaash, stopTaash } from "./support.js";

let browser: Browser;
before(async () => {
  browser = await Browser.start();
});
after(() => browser.stop());

/** The calls to a server as Chromium's network events show them: page scripts cannot see preflights. */
async function watch(page: Page, taash: string) {
  const seen = { preflights: [] as number[], calls: [] as number[], blocked: [] as string[] };
  const asked = new Set<string>();
  const session = await page.context().newCDPSession(page);
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith(taash)) asked.add(requestId);
  });
  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (asked.has(requestId)) (type === "Preflight" ? seen.preflights : seen.calls).push(response.status);
  });
  session.on("Network.loadingFailed", ({ requestId, corsErrorStatus }) => {
    if (asked.has(requestId) && corsErrorStatus) seen.blocked.push(corsErrorStatus.corsError);
  });
  await session.send("Network.enable");
  return seen;
}

/** Waits for the expected events of the browser: they arrive asynchronously. */
async function sees(seen: Awaited<ReturnType<typeof watch>>, expected: typeof seen): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await setTimeout(20)) {
    if (isDeepStrictEqual(seen, expected)) return;
  }
  assert.deepEqual(seen, expected);
}

/** Runs a check on the page; returns the error, or an empty string. */
function outcome(page: Page, check: keyof typeof inPage.checks, taash: string): Promise<string> {
  return page.evaluate(
    ([check, taash]) =>
      Promise.resolve(inPage.checks[check](taash)).then(
        () => "",
        (error: unknown) => String(error),
      ),
    [check, taash] as const,
  );
}

test("a page of an allowed origin sends a preflight, can call, and can read a refusal", async (context) => {
  const taash = await startTaash("--cors-origins", `https://play.example,${browser.origin}`);
  context.after(() => stopTaash(taash.process));
  const page = await browser.open(taash.url);
  const seen = await watch(page, taash.url);
  assert.equal(await outcome(page, "the_headers_of_a_refusal_are_exposed", taash.url), "");
  assert.equal(await outcome(page, "refuses_a_move_that_breaks_a_rule", taash.url), "");
  assert.equal(await outcome(page, "a_page_may_give_a_deadline", taash.url), "");
  // Score, NewGame, Apply, ListGames: the browser sends one preflight per method, the one for ListGames when the page opened.
  await sees(seen, { preflights: [200, 200, 200], calls: [200, 200, 200, 200], blocked: [] });
});

for (const [who, allowed] of [
  ["a page of another origin", "https://play.example"],
  ["any page, if no origin is allowed", undefined],
] as const) {
  test(`${who} is blocked before it has called`, async (context) => {
    const taash = await startTaash(...(allowed ? ["--cors-origins", allowed] : []));
    context.after(() => stopTaash(taash.process));
    const page = await browser.open("http://127.0.0.1:9");
    const seen = await watch(page, taash.url);
    const error = await outcome(page, "the_catalogue_tells_games_presets_options_and_limits", taash.url);
    assert.match(error, /Failed to fetch/);
    await sees(seen, { preflights: [200], calls: [], blocked: ["PreflightMissingAllowOriginHeader"] });
    // The page shows it, too.
    await page.fill("input[name=server]", taash.url);
    await page.press("input[name=server]", "Enter");
    await page.waitForSelector("#refusal:has-text('TAASH_CORS_ORIGINS')");
  });
}

test("a call that takes longer than the server allows is reported to the page", async (context) => {
  const taash = await startTaash("--cors-origins", browser.origin, "--call-deadline-ms", "300");
  context.after(() => stopTaash(taash.process));
  const slow = await holdingBack(taash.url);
  context.after(slow.close);
  const page = await browser.open(taash.url);
  const said = await page.evaluate((url) => inPage.failingCode(url), slow.url);
  assert.equal(said, "DEADLINE_EXCEEDED");
});
