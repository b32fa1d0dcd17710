/**
 * `npm run bench -- pages`: what a page costs, next to bare React on the same tree and to a constant string of the same bytes.
 *
 * All run in workerd at the same time and are asked in turns, so that whatever else the machine does meets all of them.
 * CPU is the user and system time of the workerd process; figures are medians of the rounds, ratios those of one run.
 * Writes `.cache/bench/pages.md` and `pages.json`. `--quick` takes under a minute and is good for factors, not for percents.
 */
import { writeFileSync } from "node:fs";
import { brandGrounds } from "#worker/build/brand-colors.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import type { BarePage } from "./pages/bare-react-worker.tsx";
import { publish } from "./figures.ts";
import { sendLoad, type Target } from "./load.ts";
import { describeRun, type Measurement, type PageResult } from "./pages/report.ts";
import { startBareReact, startConstant, startProduct } from "./pages/servers.ts";
import { cpuTimeMs } from "./process-cpu.ts";
import type { Server } from "./workerd.ts";

const PAGES = { home: "/en", signal: "/en/signal", about: "/en/about" };
/** Who comes with a token is answered from no cache. */
const UNCACHED = { Authorization: "Bearer bench" };
const CONNECTIONS = 8;

const HELP = `npm run bench -- pages [--quick]
What a page costs, next to bare React on the same tree and to a constant string of the same bytes.
  --quick   fewer turns: good for ratios, not for percents
Example: npm run bench -- pages --quick`;

const { values } = readArguments(HELP, { options: { quick: { type: "boolean", default: false } } });
const effort = values.quick
  ? { rounds: 5, warmUp: 200, rendered: 120, kept: 500 }
  : { rounds: 11, warmUp: 1_500, rendered: 600, kept: 3_000 };

interface Subject {
  readonly name: keyof PageResult["measurements"];
  readonly server: Server;
  readonly target: Target;
  readonly requests: number;
}

const product = await startProduct();
/** Renders next to nothing: what rendering leaves to the garbage collector is no cost of a kept page. */
const keeper = await startProduct();
const documents = await Promise.all(Object.values(PAGES).map((path) => readDocument(path)));
const bareReact = await startBareReact(Object.fromEntries(documents.map(({ path, bare }) => [path, bare])));
const constant = await startConstant(Object.fromEntries(documents.map(({ path, html }) => [path, html])));
const servers = [product, keeper, bareReact, constant];
try {
  const results: PageResult[] = [];
  for (const [page, path] of Object.entries(PAGES)) results.push(await measurePage(page, path));
  publish({ ...describeRun(results), isQuick: values.quick });
} finally {
  await Promise.all(servers.map((server) => server.close()));
}

async function measurePage(page: string, path: string): Promise<PageResult> {
  const document = documents.find((candidate) => candidate.path === path);
  if (!document) throw new Error(`${path} was not read`);
  await expectSameTree(document);
  const tag = await readTag(path);
  const { rendered, kept } = effort;
  const at = (server: Server, path: string, status = 200, headers = {}): Target => ({
    port: server.port,
    path,
    status,
    headers,
  });
  const subjects: Subject[] = [
    { name: "constant", server: constant, target: at(constant, path), requests: kept },
    { name: "bareReact", server: bareReact, target: at(bareReact, path), requests: rendered },
    { name: "rendered", server: product, target: at(product, path, 200, UNCACHED), requests: rendered },
    { name: "cached", server: keeper, target: at(keeper, path), requests: kept },
    {
      name: "notModified",
      server: keeper,
      target: at(keeper, path, 304, { "If-None-Match": tag }),
      requests: kept,
    },
  ];
  for (const { target } of subjects) await sendLoad(target, effort.warmUp, CONNECTIONS);
  const rounds: Record<Subject["name"], Measurement[]> = {
    constant: [],
    bareReact: [],
    rendered: [],
    cached: [],
    notModified: [],
  };
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const subject of subjects) rounds[subject.name].push(await measure(subject));
  }
  return { page, bytes: document.html.length, measurements: rounds };
}

async function measure({ server, target, requests }: Subject): Promise<Measurement> {
  const before = cpuTimeMs(server.pid);
  const seconds = await sendLoad(target, requests, CONNECTIONS);
  return { cpuMs: (cpuTimeMs(server.pid) - before) / requests, requestsPerSecond: requests / seconds };
}

async function readDocument(path: string) {
  const html = await (await fetch(`http://127.0.0.1:${product.port}${path}`)).text();
  const boot = /<script id="boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
  const { config, loaderData }: { config: BarePage["config"]; loaderData: Record<string, BarePage["data"]> } =
    JSON.parse(boot);
  const bare: BarePage = {
    config,
    data: Object.values(loaderData)[0] ?? { answers: {}, refusals: {}, failed: [], absent: [] },
    css: matches(html, /<style[^>]*>(.*?)<\/style>/gs)[0] ?? "",
    styles: matches(html, /<link rel="stylesheet" type="text\/plain" href="([^"]+)"\/>/g),
    preloads: matches(html, /<link rel="modulepreload" href="([^"]+)"\/>/g),
    parts: (matches(html, / data-parts="([^"]+)"/g)[0] ?? "").split(" ").filter(Boolean),
    entry: matches(html, /<script type="module" src="([^"]+)"/g)[0] ?? "",
    headScript: matches(html, /<script>(.+?)<\/script>/gs)[0] ?? "",
    grounds: brandGrounds(),
  };
  return { path, html, bare };
}

async function readTag(path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${keeper.port}${path}`);
  await response.arrayBuffer();
  const tag = response.headers.get("ETag");
  if (tag === null) throw new Error(`${path} has no entity tag`);
  return tag;
}

/** The baseline means something only where it renders the same document. */
async function expectSameTree({ path, html }: { path: string; html: string }): Promise<void> {
  const bare = await (await fetch(`http://127.0.0.1:${bareReact.port}${path}`)).text();
  if (bare !== html) {
    writeFileSync(".cache/bench/product.html", html);
    writeFileSync(".cache/bench/bare-react.html", bare);
    throw new Error(`${path}: bare React renders another document; both are in .cache/bench`);
  }
}

function matches(html: string, pattern: RegExp): string[] {
  return Array.from(html.matchAll(pattern), (match) => match[1] ?? "");
}
