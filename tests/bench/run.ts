/** `npm run bench`: lists the benchmarks. `npm run bench -- NAME`: builds, and runs one with the arguments after its name. */
import { spawnSync } from "node:child_process";
import { refuseArguments } from "#worker/commands/read-arguments.ts";

/** What each measures, and how long it takes on two cores. */
const BENCHMARKS = {
  pages: "what a page costs: rendered, cached, 304; 10 minutes",
  gateway: "what the gateway adds to a call, and its memory; 10 minutes",
  record: "pages and API with 1,000,000 signals and with 1,000; 6 to 12 minutes",
  live: "how 20,000 live readers are told of 100 signals; 8 minutes",
  push: "what telling a trader's 20,000 followers takes; 3 minutes",
  interactions: "press to next paint, with the processor four times slower; 3 minutes",
  "start-up": "processor time until workerd with the worker listens; 3 minutes",
  lighthouse: "Lighthouse on every public page; 20 minutes",
  soak: "errors, memory and latency at 70 % of what the machine takes; 11 minutes",
};

const HELP = [
  "npm run bench -- NAME [--quick], as in npm run bench -- pages --quick; NAME --help says more",
  ...Object.entries(BENCHMARKS).map(([name, what]) => `  ${name.padEnd(13)} ${what}`),
].join("\n");

const [name = "--help", ...args] = process.argv.slice(2);
if (name === "--help") console.log(`Usage: ${HELP}`);
else if (!Object.hasOwn(BENCHMARKS, name)) refuseArguments(HELP, `There is no benchmark "${name}".`);
else {
  if (!args.includes("--help")) run("npm", ["run", "build"]);
  run("node", [`tests/bench/${name}.ts`, ...args]);
}

/** Exits if it fails. */
function run(command: string, words: readonly string[]): void {
  const { status } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
