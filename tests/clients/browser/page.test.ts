// The page as a person uses it: through its lists and buttons only.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Browser, server } from "./support.js";

let browser: Browser;
before(async () => {
  browser = await Browser.start();
});
after(() => browser.stop());

/** Starts a match; `you` is a seat, or empty to watch. */
async function begin(game: string, seats: string, you: string): Promise<Page> {
  const page = await browser.open(server());
  page.on("pageerror", (error) => assert.fail(error));
  await page.selectOption("select[name=game]", game);
  await page.selectOption("select[name=seats]", seats);
  await page.selectOption("select[name=you]", you);
  await page.click("#setup button");
  await page.waitForSelector(".table");
  // The other seats wait for a click, so that the test can inspect each position.
  await page.uncheck("#run");
  await page.waitForSelector("main[aria-busy=false]");
  return page;
}

const phase = (page: Page) => page.textContent("#phase");

/** Clicks, and waits until the match has advanced. */
async function clickOn(page: Page, selector: string): Promise<void> {
  const before = await phase(page);
  await page.click(selector);
  await page.waitForFunction((before) => document.querySelector("#phase")!.textContent !== before, before);
}

test("the catalogue fills the lists", async () => {
  const page = await browser.open(server());
  await page.selectOption("select[name=game]", "pis_yedili");
  assert.deepEqual(await page.locator("select[name=seats] option").allTextContents(), [..."2345678"]);
  assert.deepEqual(await page.locator("select[name=preset] option").allTextContents(), ["classic", "turkish"]);
  await page.selectOption("select[name=game]", "seep");
  assert.deepEqual(await page.locator("select[name=seats] option").allTextContents(), [..."234"]);
  assert.equal(await page.locator("select[name=you] option").count(), 5);
});

for (const [game, seats] of [
  ["jhyap", "3"],
  ["seep", "4"],
  ["pis_yedili", "5"],
] as const) {
  test(`${game}: a seat sees only its own cards, and plays with its buttons`, async () => {
    const page = await begin(game, seats, "1");
    let made = 0;
    while (made < 8) {
      const mine = await page.locator("#moves button").count();
      assert.equal(mine > 0, (await page.locator(".own.moving").count()) > 0, "buttons for the own turn alone");
      assert.equal(mine > 0, await page.isDisabled("#next"));
      if (mine) made++;
      await clickOn(page, mine ? "#moves button" : "#next");
      // Between deals all hands are open.
      if (/· (deal|over)/.test((await phase(page))!)) continue;
      assert.equal(await page.locator(".seat.own").getAttribute("data-seat"), "1");
      assert.equal(await page.locator(".seats .card").count(), 0, "a card of another seat");
      assert.equal(await page.locator(".own .back").count(), 0);
      assert.equal(await page.locator(".seats .seat").count(), Number(seats) - 1);
    }
    assert.ok((await page.locator("#log li").count()) > made);
    await page.close();
  });
}

test("a refusal is shown with its reason and rule, and disappears with the next move", async () => {
  const page = await begin("jhyap", "2", "0");
  if (!(await page.locator("#moves button").count())) {
    // Another seat's turn: its legal moves are not shown, and a move is refused.
    assert.equal(await page.locator("#moves button").count(), 0);
    await say(page, "call");
    await page.waitForSelector("#refusal:has-text('NOT_YOUR_TURN · rule G3')");
    await clickOn(page, "#next");
    assert.ok(await page.isHidden("#refusal"));
  }
  await say(page, "deal");
  await page.waitForSelector("#refusal:has-text('WRONG_PHASE · rule G2')");
  await say(page, "a wizard's gambit");
  await page.waitForSelector("#refusal:has-text('MOVE_UNPARSABLE')");
  await page.waitForSelector("#refusal:has-text('INVALID_ARGUMENT')");
  await clickOn(page, "#moves button");
  assert.ok(await page.isHidden("#refusal"));
  await page.close();
});

async function say(page: Page, text: string): Promise<void> {
  await page.fill("#say input", text);
  await page.click("#say button");
}

test("a spectator watches a match of Seep to its end, which shows the score and the seed", async () => {
  const page = await begin("seep", "4", "");
  await page.check("#run");
  await page.waitForSelector("#score:not([hidden])", { timeout: 120_000 });
  const score = (await page.textContent("#score"))!;
  assert.match(score, /^Won by seat (0 and 2|1 and 3)/);
  assert.match(score, /The seed is the one committed to at the start:[0-9a-f]{64}$/);
  assert.match(score, /team 0.*deal total.*S55/);
  assert.equal(await page.locator(".badge.won").count(), 2);
  assert.ok(await page.isDisabled("#next"));
  assert.equal(await page.locator("#moves button").count(), 0);
  await page.close();
});
