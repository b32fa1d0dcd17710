/**
 * `npm start`: migrates and seeds the local database, serves the worker as it is built through wrangler, says where and for
 * whom. `npm run dev` (`--dev`): the same with the sources served by Vite, which shows each change at once.
 *
 * Environment: `PORT` (default 8787), `API_BASE_URL` (an operator's own backend instead of the embedded API;
 * default that of wrangler.toml).
 */
import { DEMO_ACCOUNTS } from "./demo-accounts.ts";
import { makeLocalData } from "./local-data.ts";
import { ownBackend, spawnVite, spawnWrangler } from "./wrangler.ts";

const READY_TIMEOUT_MS = 60_000;
/** As `[triggers]` in wrangler.toml; wrangler keeps no clock locally. */
const SCHEDULE_INTERVAL_MS = 60_000;
const READY_POLL_INTERVAL_MS = 150;

const isDevelopment = process.argv.includes("--dev");
const port = readPort(process.env["PORT"]);
const apiBaseUrl = ownBackend(process.env);
const address = `http://127.0.0.1:${port}`;
const secrets = await makeLocalData();
const server = serve();
await untilReady();
announce();
// The demo's entries are in the log from the first minute on.
runScheduled();
setInterval(runScheduled, SCHEDULE_INTERVAL_MS);

function serve() {
  const child = isDevelopment
    ? spawnVite(["--host", "127.0.0.1", "--port", String(port), "--strictPort"])
    : serveBuild();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 0));
  return child;
}

function serveBuild() {
  const vars = ["--var", "LOCAL:1", "--var", "REQUEST_LOG:off", "--var", `API_BASE_URL:${apiBaseUrl}`];
  const quiet = ["--show-interactive-dev-session=false", "--log-level", "warn"];
  return spawnWrangler(["dev", "--port", String(port), ...vars, ...quiet], ["ignore", "inherit", "inherit"]);
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
  // A worker that is just being rebuilt gets its next turn in a minute.
  fetch(`${address}/cdn-cgi/local/scheduled`).catch(() => {});
}

function announce(): void {
  const accounts = apiBaseUrl
    ? [`  Sign-in    by your own backend, ${apiBaseUrl}`]
    : [
        `  Member     ${DEMO_ACCOUNTS.member}`,
        `  Staff      ${DEMO_ACCOUNTS.staff}  passcode ${secrets.DEMO_STAFF_PASSCODE}`,
      ];
  console.log(["", `  Tidemark   ${address}`, ...accounts, "  Ctrl-C stops.", ""].join("\n"));
}

function readPort(value: string | undefined): number {
  const port = Number(value || 8787);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  console.error(`PORT must be a whole number from 1 to 65535, not "${value}".`);
  process.exit(1);
}
