// What the tests and `play` need: a headless Chromium that shows the page, and separate servers.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as call, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import type { InPage } from "./page/checks.js";
import { serve } from "./serve.js";

declare global {
  /** The checks that checks.js adds to the page. */
  var inPage: InPage;
}

/** The URL of the server that the runner started. */
export function server(): string {
  const address = process.env.TAASH_ADDRESS;
  if (!address) throw new Error("TAASH_ADDRESS names no server");
  return `http://${address}`;
}

export class Browser {
  private constructor(
    /** The origin of the page, which differs from Taash's. */
    readonly origin: string,
    private readonly pages: Server,
    private readonly profile: string,
    readonly context: BrowserContext,
  ) {}

  static async start(): Promise<Browser> {
    const { origin, server } = await serve(0);
    const profile = mkdtempSync(join(tmpdir(), "taash-chromium-"));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: "/usr/bin/chromium",
      headless: true,
      viewport: { width: 1360, height: 900 },
      // The tests run as root and offline: no sandbox, and no background requests.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
      ].concat(["--disable-component-update", "--disable-sync"]),
    });
    return new Browser(origin, server, profile, context);
  }

  /** Opens the page for a server of Taash; the other seats play without a pause. */
  async open(taash: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`${this.origin}/?pause=0&taash=${encodeURIComponent(taash)}`);
    await page.addScriptTag({ url: "checks.js", type: "module" });
    await page.waitForFunction(() => globalThis.inPage !== undefined);
    return page;
  }

  async stop(): Promise<void> {
    await this.context.close();
    this.pages.close();
    this.pages.closeAllConnections();
    rmSync(this.profile, { recursive: true, force: true });
  }
}

const BINARY = process.env.TAASH_BIN ?? join(import.meta.dirname, "../../../target/release/taash");

/** Starts a server with the given settings on a free port. */
export async function startTaash(...settings: string[]): Promise<{ url: string; process: ChildProcess }> {
  const here = ["--listen", "127.0.0.1:0", "--admin-listen", "off", "--drain-delay-ms", "0"];
  const process = spawn(BINARY, ["serve", ...here, ...settings], { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface(process.stdout!)) {
    const address = /127\.0\.0\.1:\d+/.exec(line);
    if (address) return { url: `http://${address[0]}`, process };
  }
  throw new Error(`${BINARY} did not start`);
}

/** Stops a server, and waits until it has exited. */
export async function stopTaash(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await ended;
}

/** A slow network between a page and Taash: the last byte of every call's body never arrives. */
export async function holdingBack(taash: string): Promise<{ url: string; close: () => void }> {
  const between = createServer((asked, answer) => {
    const on = call(taash + asked.url, { method: asked.method, headers: asked.headers }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(answer).once("finish", () => on.destroy());
    });
    on.once("error", () => answer.destroy());
    if (asked.method !== "POST") {
      on.end();
      return;
    }
    asked.on("data", (data: Buffer) => on.write(data.subarray(0, -1)));
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const close = () => {
    between.close();
    between.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`, close };
}
