/** Counts what a visit asks the worker for: a real Chromium opens home, the list of signals and one of them, and stays on each. */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { launchChromium } from "#tests/support/chromium.ts";
import { startSite } from "#tests/support/site.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";
import { ASSUMED } from "./assumptions.ts";
import { type Kind, KINDS } from "./kinds.ts";

const SIGNALS = 400;

const RequestLine = v.object({
  event: v.literal("request"),
  method: v.string(),
  route: v.string(),
  status: v.number(),
});

/** By what the log calls a request; a request that is not here ends the measurement. */
const KIND_OF = new Map<string, Kind>([
  ["GET /en", "list page"],
  ["GET /en/signal", "list page"],
  ["GET /en/signal/:id", "signal page"],
  ["GET /en/signal/_payload.json", "list data"],
  ["GET /en/signal/:id/_payload.json", "signal data"],
  ["GET /api/summary/", "API: figures of all"],
  ["GET /api/signals/:id/", "API: one signal"],
  ["GET /api/live/", "live reader joins"],
  ["POST /api/vitals/", "measurement into the database"],
  ["GET /sw.js", "service worker"],
]);

function kindOf({ method, route, status }: v.InferOutput<typeof RequestLine>): Kind {
  if (status >= 400) throw new Error(`a visit was refused ${method} ${route}: ${status}`);
  const kind =
    KIND_OF.get(`${method} ${route}`) ?? (route.startsWith("/builds/") ? "file of a build" : undefined);
  if (kind === undefined) throw new Error(`a visit asks for ${method} ${route}, which is not measured`);
  return kind;
}

export async function measureVisit(): Promise<Readonly<Record<Kind, number>>> {
  const site = await startSite();
  const browser = await launchChromium();
  try {
    await seedRecord(site.db, { signals: SIGNALS, endMs: Date.now() });
    const page = await (await browser.newContext({ locale: "en-US" })).newPage();
    await page.goto(`${site.url}/en`);
    await sleep(ASSUMED.stayMs);
    await page.locator('a[href="/en/signal"]').first().click();
    await sleep(ASSUMED.stayMs);
    await page.locator('main a[href^="/en/signal/"]').first().click();
    await sleep(ASSUMED.stayMs);
    await page.close({ runBeforeUnload: true });
    await sleep(1_000);
    const kinds = site.logs().flatMap((line) => {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RequestLine), line);
      return parsed.success ? [kindOf(parsed.output)] : [];
    });
    return v.parse(
      v.object(v.entriesFromList(KINDS, v.number())),
      Object.fromEntries(KINDS.map((kind) => [kind, kinds.filter((asked) => asked === kind).length])),
    );
  } finally {
    await browser.close();
    await site.close();
  }
}
