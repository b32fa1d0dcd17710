/**
 * `npm start`: migrates and seeds the local database, serves the built worker through wrangler and a source of prices for
 * the demo, and prints the address and the accounts. `npm run dev` (`--dev`): the same with the sources served by Vite,
 * which shows each change at once. `--new` deletes the local database and starts over.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { DEMO_ACCOUNTS } from "./demo-data/demo-accounts.ts";
import { DEMO_SOURCE } from "./demo-data/demo-quotes.ts";
import { requireFittingDatabase } from "./local-schema.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";

const HELP = `npm start [-- --new], or npm run dev, which serves the sources and shows changes at once
Creates a local database with a demo record and two accounts, serves the site, and prints the address and the accounts.
  --new   deletes the local database and starts over
In the environment, all else in .dev.vars:
  PORT               8787
  API_BASE_URL       your own backend instead of the embedded API; API_PARTS says what it has
  PRICE_SOURCE_URL   a price source instead of the demo's; PRICE_ASSETS says what it has
Example: PORT=8080 npm start`;

/** The build is a part of it, on a slow machine too. */
const READY_TIMEOUT_MS = 5 * 60_000;
/** As `[triggers]` in wrangler.toml; wrangler runs no cron triggers locally. */
const SCHEDULE_INTERVAL_MS = 60_000;
const READY_POLL_INTERVAL_MS = 150;

const flag = { type: "boolean", default: false } as const;
const { values: flags } = readArguments(HELP, { options: { dev: flag, new: flag } });
const isDevelopment = flags.dev;
const port = readPort(process.env["PORT"]);
/** Not 127.0.0.1: passkeys need a host name. */
const address = `http://localhost:${port}`;
if (await isTaken(port)) refuse(`Port ${port} is in use: stop what uses it, or run PORT=8080 npm start.`);
// Imported late, since wrangler takes seconds to load.
const { DEMO_QUOTES_FILE, makeLocalData } = await import("./local-data.ts");
const { readVariable, spawnVite, spawnWrangler } = await import("#worker/commands/wrangler.ts");
const apiBaseUrl = readVariable("API_BASE_URL", process.env);
const isDemoPriced = apiBaseUrl === "" && readVariable("PRICE_SOURCE_URL", process.env) === "";
if (isDemoPriced && (await isTaken(DEMO_SOURCE.port)) && !(await isDemoSource()))
  refuse(
    `The demo's prices need port ${DEMO_SOURCE.port}, which is in use: stop what uses it, or set PRICE_SOURCE_URL.`,
  );
await requireFittingDatabase(flags.new);
const secrets = await makeLocalData();
if (isDemoPriced) {
  // Set in the environment too, where Vite's configuration reads it.
  process.env["PRICE_SOURCE_URL"] = DEMO_SOURCE.url;
  process.env["PRICE_ASSETS"] = DEMO_SOURCE.assets.join(",");
  await servePrices();
  // Another `npm start` that serves them may stop before this one.
  setInterval(() => void servePrices(), SCHEDULE_INTERVAL_MS);
}
console.log(isDevelopment ? "Starting Vite …" : "Building and starting the worker …");
const server = serve();
await untilReady();
announce();
// So that the demo's entries are in the log from the first minute on.
runScheduled();
setInterval(runScheduled, SCHEDULE_INTERVAL_MS);

async function isTaken(asked: number): Promise<boolean> {
  const trial = createServer().listen(asked, "127.0.0.1");
  try {
    await once(trial, "listening");
    return false;
  } catch {
    return true;
  } finally {
    trial.close();
  }
}

/** Whether another `npm start` serves the demo's prices, which are the same everywhere. */
async function isDemoSource(): Promise<boolean> {
  const url = new URL("/prices/", DEMO_SOURCE.url);
  url.searchParams.set("asset", "BTC/USD");
  url.searchParams.set("at", new Date().toISOString());
  const asked = fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.text());
  return (await asked.catch(() => "")).includes(`"source":"${DEMO_SOURCE.name}"`);
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** Serves the demo's prices, unless they are served already. */
async function servePrices(): Promise<void> {
  if (await isTaken(DEMO_SOURCE.port)) return;
  const options = ["--port", String(DEMO_SOURCE.port), "--source", DEMO_SOURCE.name];
  const child = spawn("node", ["worker/commands/prices/prices.ts", DEMO_QUOTES_FILE, ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.on("exit", () => child.kill());
}

function serve() {
  const child = isDevelopment
    ? spawnVite(["--host", "127.0.0.1", "--port", String(port), "--strictPort"])
    : serveBuild();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 0));
  return child;
}

function serveBuild() {
  const vars = [
    "LOCAL:1",
    "REQUEST_LOG:off",
    "SIGN_UP:open",
    `API_BASE_URL:${apiBaseUrl}`,
    `API_PARTS:${apiBaseUrl === "" ? "" : readVariable("API_PARTS", process.env)}`,
    ...priceVars(),
  ].flatMap((value) => ["--var", value]);
  const quiet = ["--show-interactive-dev-session=false", "--log-level", "warn"];
  return spawnWrangler(["dev", "--port", String(port), ...vars, ...quiet], ["ignore", "inherit", "inherit"]);
}

function priceVars(): string[] {
  return ["PRICE_SOURCE_URL", "PRICE_ASSETS"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [`${name}:${value}`];
  });
}

async function untilReady(): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const response = await fetch(`${address}/en`, { method: "HEAD" }).catch(() => null);
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_INTERVAL_MS));
  }
  console.error(`The worker did not answer on ${address} within ${READY_TIMEOUT_MS / 1000} s.`);
  server.kill("SIGTERM");
}

function runScheduled(): void {
  // A worker that is just being rebuilt gets its next run in a minute.
  fetch(`${address}/cdn-cgi/local/scheduled`).catch(() => {});
}

function announce(): void {
  const accounts = apiBaseUrl
    ? [`  Sign-in    by your own backend, ${apiBaseUrl}`]
    : [
        "  Sign in    with any account id, and a passcode or passkey of your own",
        `  Member     ${DEMO_ACCOUNTS.member}  without a passcode: reads and follows`,
        `  Staff      ${DEMO_ACCOUNTS.staff}  passcode ${secrets.DEMO_STAFF_PASSCODE}`,
      ];
  const prices = isDemoPriced
    ? [`  Prices     ${DEMO_SOURCE.url}, made up; signals are settled within a minute of their expiry`]
    : [];
  console.log(["", `  Tidemark   ${address}`, ...accounts, ...prices, "  Ctrl-C stops.", ""].join("\n"));
}

function readPort(value: string | undefined): number {
  const port = Number(value || 8787);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  return refuse(`PORT must be a whole number from 1 to 65535, not "${value}".`);
}
