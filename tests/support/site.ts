/** The whole product on a port of its own: the built worker in workerd through wrangler, with a database of its own. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import type { D1Database, DurableObjectNamespace } from "@cloudflare/workers-types";
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { createTestHarness } from "wrangler";
import { WORKER_FOLDER } from "#worker/local/worker-build.ts";
import { addDemoAccounts, DEMO_ACCOUNTS } from "#worker/local/demo-accounts.ts";

// Wrangler would ask the network about this machine.
process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";

const SIGNING_KEY = base64url.encode("a signing key for tests, forty-eight bytes or more");
export const SECRETS = {
  JWT_SIGNING_KEYS: `test-1:${SIGNING_KEY}`,
  PASSCODE_PEPPER: base64url.encode("a pepper for tests, thirty-two bytes or more"),
  DEMO_STAFF_PASSCODE: "staff-passcode",
};

export const PEPPER = SECRETS.PASSCODE_PEPPER;
export const MEMBER_ID = DEMO_ACCOUNTS.member;
export const STAFF_ID = DEMO_ACCOUNTS.staff;
export const STAFF_PASSCODE = SECRETS.DEMO_STAFF_PASSCODE;

export interface SiteOptions {
  /** An upstream of the test's own instead of the embedded API. */
  readonly apiBaseUrl?: string;
}

export interface Site {
  /** `http://127.0.0.1:{port}`, no trailing slash. */
  readonly url: string;
  readonly db: D1Database;
  /** The room of live readers, to announce what a test has written past the worker. */
  readonly signalRoom: DurableObjectNamespace;
  /** Lines the worker has logged so far. */
  readonly logs: () => string[];
  readonly close: () => Promise<void>;
}

export async function startSite({ apiBaseUrl = "" }: SiteOptions = {}): Promise<Site> {
  const vars = { LOCAL: "1", API_BASE_URL: apiBaseUrl };
  const bundle = { configPath: "./wrangler.toml", prebuiltWorkerDir: WORKER_FOLDER, vars, secrets: SECRETS };
  // Built once by `npm test`: files that build while others read would meet half a build.
  if (!existsSync(WORKER_FOLDER)) throw new Error("Run `npm run build` first: there is no worker to start.");
  subscribe("net.server.socket", ignoreErrors);
  const server = createTestHarness({ workers: [bundle] });
  const { url } = await server.listen();
  const worker = server.getWorker<{ DB: D1Database; SIGNAL_ROOM: DurableObjectNamespace }>();
  await worker.applyD1Migrations("DB");
  const { DB: db, SIGNAL_ROOM: signalRoom } = await worker.getEnv();
  await addDemoAccounts(db, SECRETS, Date.now());
  return {
    url: url.origin,
    db,
    signalRoom,
    logs: () => server.getLogs().map((line) => line.message),
    async close() {
      try {
        await server.close();
      } finally {
        unsubscribe("net.server.socket", ignoreErrors);
      }
    },
  };
}

/**
 * The harness listens no longer to a connection by which the worker's WebSocket to an upstream was refused: where the site's
 * end resets it, the whole run would fail.
 */
function ignoreErrors(accepted: unknown): void {
  (accepted as { readonly socket: Socket }).socket.on("error", () => {});
}

/** The same access token, as it will be once its time is over. */
export async function expireAccessToken(token: string): Promise<string> {
  const past = Math.floor(Date.now() / 1000) - 60;
  const header = decodeProtectedHeader(token);
  return new SignJWT({ ...decodeJwt(token), iat: past - 300, exp: past })
    .setProtectedHeader({ ...header, alg: "HS256" })
    .sign(base64url.decode(SIGNING_KEY));
}
