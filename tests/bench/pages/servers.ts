/** The three that a page is compared on. */
import { readServerTexts } from "#worker/build/server-texts.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { migrate, plainWorker, productWorker, startServer, type Server } from "#tests/bench/workerd.ts";
import { buildModules, moduleOf } from "#tests/bench/worker-modules.ts";
import type { BarePage } from "./bare-react-worker.tsx";

export const BARE_REACT_WORKER = "tests/bench/pages/bare-react-worker.tsx";

const SIGNALS = 2_000;
/** The record ends here, so that every run shows the same one. */
const SEED_END_MS = Date.UTC(2026, 10, 1);

/** Without its line per request: the pipe to this process would cost more than the log. */
const QUIET = { REQUEST_LOG: "off" };

/** The worker as it is deployed, with a seeded database. */
export function startProduct(): Promise<Server> {
  return startServer({
    worker: productWorker(QUIET),
    prepare: async (db) => {
      await migrate(db);
      await seedRecord(db, { signals: SIGNALS, endMs: SEED_END_MS });
    },
  });
}

/** Bare react-dom/server on the same component tree. */
export async function startBareReact(pages: Readonly<Record<string, BarePage>>): Promise<Server> {
  const modules = await buildModules("bare-react", BARE_REACT_WORKER);
  const bindings = { PAGES: JSON.stringify(pages), TEXTS: JSON.stringify(readServerTexts("en")) };
  return startServer({ worker: plainWorker("bare-react", modules, bindings) });
}

/** A finished string of the same bytes. */
export function startConstant(pages: Readonly<Record<string, string>>): Promise<Server> {
  const script = `
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    let pages;
    const fetch = (request, env) => {
      pages ??= JSON.parse(env.PAGES);
      return new Response(pages[request.url.slice(request.url.indexOf("/", 8))], { headers });
    };
    export default { fetch };`;
  return startServer({
    worker: plainWorker("constant", [moduleOf(script)], { PAGES: JSON.stringify(pages) }),
  });
}
