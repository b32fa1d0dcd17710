/**
 * A fake of an operator's own backend that implements some of the contract's calls and answers 404 to the rest, over HTTP on a
 * port of its own.
 */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";
import { startSite } from "./site.ts";

const SIGNALS = 60;
const PASSED_ON = ["accept", "authorization", "content-type"];

export interface PartialBackend {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * `has`: whether a path, which ends with a slash, is implemented; such a path answers as the embedded API with a demo record.
 */
export async function startPartialBackend(has: (pathname: string) => boolean): Promise<PartialBackend> {
  const whole = await startSite();
  await seedRecord(whole.db, { signals: SIGNALS, endMs: Date.now() });
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url = "", headers } = request;
      const body = await buffer(request);
      if (!has(new URL(url, whole.url).pathname)) {
        response.writeHead(404, { "Content-Type": "text/html" }).end("<h1>Not Found</h1>");
        return;
      }
      const passed = PASSED_ON.flatMap((name) => {
        const value = headers[name];
        return typeof value === "string" ? [[name, value] as const] : [];
      });
      const init = { method, headers: Object.fromEntries(passed), redirect: "manual" } as const;
      const answer = await fetch(whole.url + url, body.length > 0 ? { ...init, body } : init);
      const type = answer.headers.get("Content-Type");
      response.writeHead(answer.status, type === null ? {} : { "Content-Type": type });
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Expected a TCP address");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await whole.close();
    },
  };
}
