/**
 * `npm run bench -- start-up`: processor time of a bare workerd with only the one worker until it listens, less that of an
 * empty worker: the product next to bare React on the same component tree. A new process each time, in turns.
 * Writes `.cache/bench/start-up.md` and `start-up.json`; exits with 1 above the limit.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { median, publish } from "./figures.ts";
import { BARE_REACT_WORKER } from "./pages/servers.ts";
import { fineCpuTimeMs } from "./process-cpu.ts";
import { WORKERD } from "./workerd.ts";
import { buildModules, gzipKiB, moduleOf, productModules, type WorkerModule } from "./worker-modules.ts";

const MAX_RATIO = 1.5;

const HELP = `npm run bench -- start-up [--quick]
Processor time until workerd with the worker listens, next to bare React on the same tree; fails above a limit.
  --quick   fewer turns: good for ratios, not for percents
Example: npm run bench -- start-up --quick`;

const { values } = readArguments(HELP, { options: { quick: { type: "boolean", default: false } } });
const rounds = values.quick ? 7 : 151;

const workers: Readonly<Record<"empty" | "bareReact" | "product", readonly WorkerModule[]>> = {
  empty: [moduleOf("export default { fetch: () => new Response() };")],
  bareReact: await buildModules("bare-react", BARE_REACT_WORKER),
  product: productModules(),
};
const times = { empty: [] as number[], bareReact: [] as number[], product: [] as number[] };
const configs = { empty: write("empty"), bareReact: write("bareReact"), product: write("product") };
for (let round = 0; round < rounds; round += 1) {
  for (const name of ["empty", "bareReact", "product"] as const)
    times[name].push(await measure(configs[name]));
}
const emptyMs = median(times.empty);
const bareMs = median(times.bareReact) - emptyMs;
const productMs = median(times.product) - emptyMs;
const ratio = productMs / bareMs;
publish({
  name: "start-up",
  head: ["worker", "KiB gzip", "start-up CPU ms, less an empty worker's", "of bare React"],
  rows: [
    ["bare React", gzipKiB(workers.bareReact).toFixed(0), bareMs.toFixed(1), "1.00"],
    ["product", gzipKiB(workers.product).toFixed(0), productMs.toFixed(1), ratio.toFixed(2)],
  ],
  notes: [`An empty worker takes ${emptyMs.toFixed(1)} ms; medians of ${rounds} starts.`, ""],
  isQuick: values.quick,
  data: times,
});
process.exitCode = ratio > MAX_RATIO ? 1 : 0;

/** Processor time from the start of the process until it listens. */
async function measure(config: string): Promise<number> {
  const child = spawn(WORKERD, ["serve", config, "--control-fd=3"], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  const control = child.stdio[3];
  if (!child.pid || !control) throw new Error("workerd has not started");
  // It writes a line of JSON when it listens.
  await once(control, "data");
  const cpuMs = fineCpuTimeMs(child.pid);
  const ended = once(child, "exit");
  child.kill();
  await ended;
  return cpuMs;
}

/** A configuration with the one worker and a socket; bindings are looked at by the first request only. */
function write(name: keyof typeof workers): string {
  const folder = resolve(".cache/bench/start-up", name);
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of workers[name]) writeFileSync(join(folder, path), contents);
  const modules = workers[name].map(({ path }) => `(name = "${path}", esModule = embed "${path}")`);
  const { compatibility_date, compatibility_flags } = readWranglerConfig({ config: "wrangler.toml" });
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${modules.join(", ")}],
  compatibilityDate = ${JSON.stringify(compatibility_date)},
  compatibilityFlags = ${JSON.stringify(compatibility_flags)},
);
`;
  const file = join(folder, "config.capnp");
  writeFileSync(file, config);
  return file;
}
