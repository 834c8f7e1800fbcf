// Serves the page: npm start, or npx tsx serve.ts [PORT]

import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const TYPES = new Map([
  ["html", "text/html; charset=utf-8"],
  ["css", "text/css"],
  ["js", "text/javascript"],
]);

/** Serves the built page on a local port; 0 picks a free one. */
export async function serve(port: number): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const name = new URL(request.url!, "http://page").pathname.slice(1) || "index.html";
    const path = join(import.meta.dirname, "dist", name);
    // Only the files of one folder.
    if (!/^\w+\.\w+$/.test(name) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", TYPES.get(name.split(".")[1]!) ?? "application/octet-stream");
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

if (process.argv[1] === import.meta.filename) {
  const { origin } = await serve(Number(process.argv[2] ?? 0));
  console.log(`the page: ${origin}; start Taash with TAASH_CORS_ORIGINS=${origin}`);
}
