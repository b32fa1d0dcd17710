/**
 * `npm run bench -- gateway`: what the gateway adds to a call, next to a worker that does nothing but fetch the same from the
 * same upstream, and its memory under 1,000 requests at once and under long bodies that are read slowly.
 * Writes `.cache/bench/gateway.md` and `gateway.json`; exits with 1 above a limit.
 */
import { connect } from "node:net";
import { once } from "node:events";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { median, medianOfTurns, publish } from "./figures.ts";
import { startUpstream } from "./gateway/upstream.ts";
import { sendLoad, type Target } from "./load.ts";
import { fineCpuTimeMs, residentMiB } from "./process-cpu.ts";
import { plainWorker, productWorker, startServer, type Server } from "./workerd.ts";
import { moduleOf } from "./worker-modules.ts";

/** What the gateway may add to a call, of processor time. */
const MAX_OVERHEAD_MS = 0.3;
/**
 * Resident memory over the later half of the crowds, of what the worker takes that only fetches. The platform's own goes on
 * growing in steps for 300,000 requests and more, now the one's and now the other's, so that a size by itself or at one moment
 * says nothing; `--quick` ends before both have found theirs.
 */
const MAX_MEMORY_RATIO = 1.25;
const CONNECTIONS = 8;
const AT_ONCE = 1_000;
const LONG_BODY_MIB = 64;
const SLOW_READERS = 8;

const HELP = `npm run bench -- gateway [--quick]
What the gateway adds to a call, and its memory under 1,000 requests at once; fails above a limit.
  --quick   fewer turns: good for ratios, not for percents
Example: npm run bench -- gateway --quick`;

const { values } = readArguments(HELP, { options: { quick: { type: "boolean", default: false } } });
const effort = values.quick
  ? { rounds: 5, warmUp: 300, requests: 300, crowds: 6 }
  : { rounds: 31, warmUp: 2_000, requests: 1_000, crowds: 200 };

const CALLS: Readonly<Record<string, Pick<Target, "path" | "headers" | "body">>> = {
  "GET, 2 KiB of JSON": { path: "/api/signals/" },
  "GET with a bearer token": { path: "/api/profile/", headers: { Authorization: "Bearer a.b.c" } },
  "POST, JSON": { path: "/api/profile/follows/", body: { trader: "north-light" } },
  "GET, 64 KiB": { path: "/api/long/64" },
};

const upstream = await startUpstream();
const baseUrl = `http://127.0.0.1:${upstream.port}`;
const direct = await startServer({
  worker: plainWorker("direct", [moduleOf(directWorker())], { UPSTREAM: baseUrl }),
});
// Logs as it would be deployed; nobody reads them here.
const gateway = await startServer({
  worker: { ...productWorker({ API_BASE_URL: baseUrl, API_PATHS: "/api/" }), handleStructuredLogs: () => {} },
});
try {
  const calls = [];
  for (const [name, call] of Object.entries(CALLS)) calls.push(await compare(name, call));
  const crowds = await measureCrowds([direct, gateway]);
  const slowMiB = await measureSlowReaders(gateway);
  const [plainMiB = Number.NaN, gatewayMiB = Number.NaN] = crowds.map((sizes) =>
    median(sizes.slice(sizes.length / 2)),
  );
  const memoryRatio = gatewayMiB / plainMiB;
  const worst = Math.max(...calls.map(({ overheadMs }) => overheadMs));
  publish({
    name: "gateway",
    head: ["call", "direct fetch, CPU ms", "gateway, CPU ms", "overhead, CPU ms"],
    rows: calls.map(({ name, directMs, gatewayMs, overheadMs }) => [
      name,
      directMs.toFixed(3),
      gatewayMs.toFixed(3),
      overheadMs.toFixed(3),
    ]),
    notes: [
      `${AT_ONCE} requests at once, ${effort.crowds} times, MiB resident after every tenth: ` +
        crowds.map((sizes) => everyTenth(sizes).join(" ")).join(" where it only fetches, ") +
        ` here: ${memoryRatio.toFixed(2)} of the former, medians of the later half.`,
      `${SLOW_READERS} bodies of ${LONG_BODY_MIB} MiB that nobody reads on: ${slowMiB.toFixed(1)} MiB more than before.`,
      "",
    ],
    isQuick: values.quick,
    data: { calls, crowds, slowMiB },
  });
  const isLarge = !values.quick && memoryRatio > MAX_MEMORY_RATIO;
  const isOver = worst > MAX_OVERHEAD_MS || isLarge || slowMiB > LONG_BODY_MIB;
  process.exitCode = isOver ? 1 : 0;
} finally {
  await Promise.all([gateway.close(), direct.close()]);
  upstream.close();
}

/** The same call through both, the one after the other in every round. */
async function compare(name: string, call: Pick<Target, "path" | "headers" | "body">) {
  const subjects = [direct, gateway].map((server) => ({
    server,
    target: { ...call, port: server.port, status: 200 },
    cpuMs: [] as number[],
  }));
  for (const { target } of subjects) await sendLoad(target, effort.warmUp, CONNECTIONS);
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const { server, target, cpuMs } of subjects) {
      const before = fineCpuTimeMs(server.pid);
      await sendLoad(target, effort.requests, CONNECTIONS);
      cpuMs.push((fineCpuTimeMs(server.pid) - before) / effort.requests);
    }
  }
  const rounds = subjects.map(({ cpuMs }) => cpuMs);
  const [ofDirect = [], ofGateway = []] = rounds;
  return {
    name,
    directMs: median(ofDirect),
    gatewayMs: median(ofGateway),
    overheadMs: medianOfTurns(ofGateway, ofDirect, (through, direct) => through - direct),
    rounds,
  };
}

/** Resident memory of each server after each crowd, by turns; the upstream lets nobody go before all have come. */
async function measureCrowds(servers: readonly Server[]): Promise<number[][]> {
  const sizes = servers.map((): number[] => []);
  for (let round = 0; round < effort.crowds; round += 1) {
    for (const [index, { port, pid }] of servers.entries()) {
      await sendLoad({ port, path: `/api/gathered/${AT_ONCE}`, status: 200 }, AT_ONCE, AT_ONCE);
      sizes[index]?.push(residentMiB(pid));
    }
  }
  return sizes;
}

function everyTenth(sizes: readonly number[]): string[] {
  return sizes.filter((_, index) => index % 10 === 9).map((mib) => mib.toFixed(0));
}

/** What is held of bodies whose readers have stopped reading; the upstream sends as fast as it is let. */
async function measureSlowReaders({ port, pid }: Server): Promise<number> {
  const before = residentMiB(pid);
  const sockets = await Promise.all(
    Array.from({ length: SLOW_READERS }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.write(`GET /api/long/${LONG_BODY_MIB * 1024} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      await once(socket, "data");
      socket.pause();
      return socket;
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const after = residentMiB(pid);
  for (const socket of sockets) socket.destroy();
  return after - before;
}

/** Nothing but the call itself. */
function directWorker(): string {
  return `export default {
    fetch(request, env) {
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      return fetch(env.UPSTREAM + pathname + search, { method, headers, body });
    },
  };`;
}
