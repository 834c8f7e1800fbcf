// Calls from inside the page: the page has another origin than Taash, so CORS applies to each.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { Browser, server } from "./support.js";

let browser: Browser;
let page: Page;
before(async () => {
  browser = await Browser.start();
  page = await browser.open(server());
});
after(() => browser.stop());

test("inside the page", async (context) => {
  const names = await page.evaluate(() => Object.keys(inPage.checks) as (keyof typeof inPage.checks)[]);
  assert.equal(names.length, 22);
  for (const name of names) {
    const given = [name, server()] as const;
    const check = () => page.evaluate(([name, taash]) => inPage.checks[name](taash), given);
    await context.test(name.replaceAll("_", " "), check);
  }
});
