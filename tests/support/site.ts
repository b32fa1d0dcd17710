/** The whole product on a port of its own: the built worker and its assets in workerd, with a separate database. */
import { join } from "node:path";
import { readdirSync } from "node:fs";
import type { D1Database, DurableObjectNamespace } from "@cloudflare/workers-types";
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig as readWranglerConfig } from "wrangler";
import { verifierKey } from "#shared/log/signed-note.ts";
import { productModules } from "#tests/bench/worker-modules.ts";
import { migrate } from "#tests/bench/workerd.ts";
import type { Delivery } from "#worker/api/dependencies.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";
import { sha256OfBytes } from "#worker/commands/verify/digests.ts";
import { addDemoAccounts, DEMO_ACCOUNTS } from "#worker/local/demo-data/demo-accounts.ts";

const SIGNING_KEY = base64url.encode("a signing key for tests, forty-eight bytes or more");
export const SECRETS = {
  JWT_SIGNING_KEYS: `test-1:${SIGNING_KEY}`,
  LOG_SIGNING_KEY: base64url.encode("a log key for tests, of 32 bytes"),
  PASSCODE_PEPPER: base64url.encode("a pepper for tests, thirty-two bytes or more"),
  // The application server's key of RFC 8291, appendix A.
  VAPID_KEYS:
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  DEMO_STAFF_PASSCODE: "staff-passcode",
};

export const PEPPER = SECRETS.PASSCODE_PEPPER;
export const MEMBER_ID = DEMO_ACCOUNTS.member;
export const STAFF_ID = DEMO_ACCOUNTS.staff;
export const STAFF_PASSCODE = SECRETS.DEMO_STAFF_PASSCODE;

/** Here one run at a time consumes a queue; deployed, up to 250 do. What fails comes again soon. */
const LOCAL_CONSUMER = { maxBatchSize: 100, maxBatchTimeout: 0.01, retryDelay: 1 };

/** The log's key for a name, known before the site starts, because a witness must be configured with it. */
export async function logKeyOf(origin: string): Promise<string> {
  const [{ publicKey }] = await createLogKeys(SECRETS.LOG_SIGNING_KEY)();
  return verifierKey(sha256OfBytes, { name: origin, publicKey });
}

export interface SiteOptions {
  /** The test's own upstream in place of the embedded API. */
  readonly apiBaseUrl?: string;
  /** Compresses answers, as in production. */
  readonly isDeployed?: boolean;
  /** Replaces the internet for the worker's outgoing requests. */
  readonly internet?: (request: Request) => Promise<Response>;
  /** The project's folder, by default this one. */
  readonly root?: string;
  /** Variables as an operator would set them. */
  readonly vars?: Readonly<Record<string, string>>;
}

export interface Site {
  /** `http://127.0.0.1:{port}`, no trailing slash. */
  readonly url: string;
  readonly db: D1Database;
  /** The Durable Object of live readers, for announcing what a test has written directly to the database. */
  readonly signalRoom: DurableObjectNamespace;
  /** Runs the scheduled job of a minute and waits for its end. */
  readonly runMinuteJobs: () => Promise<void>;
  /** Hands these messages of the queue to the worker at once, and waits for the end. */
  readonly deliver: (...deliveries: readonly Delivery[]) => Promise<void>;
  /** Lines the worker has logged so far. */
  readonly logs: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function startSite({
  apiBaseUrl = "",
  isDeployed = false,
  internet,
  root = ".",
  vars = {},
}: SiteOptions = {}): Promise<Site> {
  const config = join(root, "wrangler.toml");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const lines: string[] = [];
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      name: "site",
      modules: productModules(root),
      // Not those of `workerOptions`, which have this machine's .dev.vars in them.
      bindings: Object.assign({}, readWranglerConfig({ config }).vars, SECRETS, {
        LOCAL: isDeployed ? "" : "1",
        API_BASE_URL: apiBaseUrl,
        ...vars,
      }),
      cf: false,
      queueConsumers: Object.fromEntries(
        Object.entries(workerOptions.queueConsumers ?? {}).map(([queue, consumer]) => [
          queue,
          { ...consumer, ...LOCAL_CONSUMER },
        ]),
      ),
      ...(internet && { outboundService: internet }),
      // Bypasses Miniflare's own worker, which compresses answers and takes longer than rendering a page.
      ...(isDeployed ? {} : { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] }),
      handleStructuredLogs: ({ message }) => lines.push(message),
    }),
  );
  const compressing = await miniflare.ready;
  const db = await miniflare.getD1Database("DB");
  await migrate(db, root);
  await addDemoAccounts(db, SECRETS, Date.now());
  const signalRoom: unknown = await miniflare.getDurableObjectNamespace("SIGNAL_ROOM");
  return {
    url: (isDeployed ? compressing : await miniflare.unsafeGetDirectURL()).origin,
    db,
    // Miniflare has types of its own for the same objects.
    signalRoom: signalRoom as DurableObjectNamespace,
    async runMinuteJobs() {
      const worker = await miniflare.getWorker();
      await worker.scheduled({ cron: "* * * * *" });
    },
    async deliver(...deliveries) {
      const worker = await miniflare.getWorker();
      const timestamp = new Date();
      const messages = deliveries.map((body) => ({ id: crypto.randomUUID(), timestamp, attempts: 1, body }));
      await worker.queue("tidemark-deliveries", messages);
    },
    logs: () => lines,
    close: () => miniflare.dispose(),
  };
}

/**
 * Records the applied migrations in the database, as wrangler does; otherwise a lost table counts as one that was never
 * created.
 */
export async function listMigrations(db: D1Database): Promise<void> {
  await db.exec("CREATE TABLE d1_migrations (name TEXT)");
  const applied = readdirSync("worker/api/migrations").filter((name) => name.endsWith(".sql"));
  const insert = db.prepare("INSERT INTO d1_migrations VALUES (?)");
  await db.batch(applied.map((name) => insert.bind(name)));
}

/** The same access token, but expired. */
export async function expireAccessToken(token: string): Promise<string> {
  const past = Math.floor(Date.now() / 1000) - 60;
  const header = decodeProtectedHeader(token);
  return new SignJWT({ ...decodeJwt(token), iat: past - 300, exp: past })
    .setProtectedHeader({ ...header, alg: "HS256" })
    .sign(base64url.decode(SIGNING_KEY));
}
