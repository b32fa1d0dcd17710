/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered. A latency counts from when the request was due,
 * so that a stall is seen by everyone who would have waited in it.
 */
import { Agent, request } from "node:http";
import type { SoakRequest } from "./mix.ts";

export interface Answered {
  readonly kind: SoakRequest["kind"];
  /** Since the run began. */
  readonly dueMs: number;
  readonly latencyMs: number;
}

export interface OpenLoopOptions {
  readonly port: number;
  readonly ratePerSecond: number;
  readonly durationMs: number;
  readonly requestAt: (index: number) => SoakRequest;
  /** A status other than 200, or no answer. */
  readonly onError: (what: string) => void;
}

const CONNECTIONS = 64;
/** Longer than any answer may take; what is slower counts as an error. */
const TIMEOUT_MS = 10_000;

/** Resolves once every request is answered or given up. */
export async function sendAtRate(options: OpenLoopOptions): Promise<Answered[]> {
  const { ratePerSecond, durationMs, requestAt } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answered: Answered[] = [];
  const under: Promise<void>[] = [];
  const startedMs = performance.now();
  const ask = async ({ kind, path }: SoakRequest, index: number, dueMs: number) => {
    const isFine = await send(agent, options, path, index);
    if (isFine) answered.push({ kind, dueMs, latencyMs: performance.now() - startedMs - dueMs });
  };
  const total = Math.floor((ratePerSecond * durationMs) / 1000);
  for (let index = 0; index < total; index += 1) {
    const dueMs = (index * 1000) / ratePerSecond;
    const early = dueMs - (performance.now() - startedMs);
    // Timers are good to a millisecond; what is due within it goes at once.
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    under.push(ask(requestAt(index), index, dueMs));
  }
  await Promise.all(under);
  agent.destroy();
  return answered;
}

function send(
  agent: Agent,
  { port, onError }: OpenLoopOptions,
  path: string,
  sent: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    // As Cloudflare tells the worker: each visitor from an address of its own, so that no rate limit is met.
    const headers = {
      "CF-Connecting-IP": `2001:db8:${(sent >> 16).toString(16)}:${(sent & 0xffff).toString(16)}::1`,
    };
    const fail = (what: string) => {
      onError(`${path}: ${what}`);
      resolve(false);
    };
    const call = request(
      { agent, host: "127.0.0.1", port, path, headers, timeout: TIMEOUT_MS },
      (response) => {
        response.resume();
        response.on("error", (error) => fail(error.message));
        response.on("end", () =>
          response.statusCode === 200 ? resolve(true) : fail(String(response.statusCode)),
        );
      },
    );
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", (error) => fail(error.message));
    call.end();
  });
}
