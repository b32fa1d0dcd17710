/** The proxy before an upstream that does what a test says, attempt by attempt, on a clock of its own. */
import { Hono } from "hono";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { Upstream } from "#worker/gateway/proxy/attempt.ts";
import { createProxy, type ProxyDependencies } from "#worker/gateway/proxy/proxy.ts";
import type { LogEntry } from "#worker/http/logger.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

export const SITE = "https://site.example";
export const UPSTREAM = "https://backend.example";
export const REQUEST_ID = "request-1";

/** What the upstream does with one attempt. */
export type Step = (request: Request, time: VirtualTime) => Response | Promise<Response>;

export interface UpstreamCallSeen {
  readonly request: Request;
  readonly atMs: number;
  readonly body: string;
}

export interface TestProxy {
  readonly time: VirtualTime;
  readonly calls: readonly UpstreamCallSeen[];
  readonly logs: readonly LogEntry[];
  /** Milliseconds between one call to the upstream and the next. */
  gaps(): number[];
  send(path: string, init?: RequestInit): Promise<Response>;
  /** As `send`, with an address that no `Request` would keep as it is. */
  sendRaw(url: string, init?: RequestInit): Promise<Response>;
}

/** The last step repeats. `random` is 0.5 unless told. */
export function testProxy(
  steps: readonly Step[],
  {
    random = () => 0.5,
    site = null,
    ...about
  }: Partial<
    Pick<Upstream, "baseUrl" | "cookies" | "isEmbedded" | "paths"> &
      Pick<ProxyDependencies, "random" | "site">
  > = {},
): TestProxy {
  const time = createVirtualTime();
  const calls: UpstreamCallSeen[] = [];
  const logs: LogEntry[] = [];
  const upstream: Upstream = {
    baseUrl: UPSTREAM,
    ...about,
    async fetch(...attempt) {
      const request = new Request(...attempt);
      const atMs = time.now();
      const step = steps[calls.length] ?? steps.at(-1);
      const seen = { request, atMs, body: await request.clone().text() };
      calls.push(seen);
      if (!step) throw new Error("no step");
      return step(request, time);
    },
  };
  const proxy = createProxy({
    upstream,
    site,
    now: time.now,
    startTimer: time.startTimer,
    random,
    log: (entry) => logs.push(entry),
  });
  const app = new Hono<GatewayEnv>();
  app.use(async (c, next) => {
    c.set("requestId", REQUEST_ID);
    await next();
  });
  app.all("*", (c) => proxy(c.req.raw, c.get("requestId")));

  return {
    time,
    calls,
    logs,
    gaps: () => calls.slice(1).map((call, index) => call.atMs - (calls[index]?.atMs ?? Number.NaN)),
    send: (path, init) => time.run(Promise.resolve(app.fetch(new Request(SITE + path, init)))),
    sendRaw: (url, init) => {
      const request = new Request(`${SITE}/api/`, init);
      Object.defineProperty(request, "url", { value: url });
      return time.run(Promise.resolve(app.fetch(request)));
    },
  };
}

/** Status of the answer, and how often the upstream was called. */
export async function endOf(
  steps: readonly Step[],
  path = "/api/signals/",
  init?: RequestInit,
): Promise<readonly [status: number, calls: number]> {
  const proxy = testProxy(steps);
  const { status } = await proxy.send(path, init);
  return [status, proxy.calls.length];
}

/** A body that begins and never ends, and whether it was given up. */
export function unending(beginning = '{"first":') {
  const body = {
    isCancelled: false,
    stream: new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(beginning)),
      cancel: () => void (body.isCancelled = true),
    }),
  };
  return body;
}

/** Answers at once; with a JSON body unless told otherwise. */
export function answer(
  status: number,
  body: BodyInit | null = `{"status":${status}}`,
  headers: HeadersInit = {},
): Step {
  const isNull = [204, 205, 304].includes(status);
  return () => {
    const all = new Headers(headers);
    if (!all.has("Content-Type")) all.set("Content-Type", "application/json");
    return new Response(isNull ? null : body, { status, headers: all });
  };
}

/** The connection breaks. */
export const reset: Step = () => Promise.reject(new TypeError("Network connection lost."));

/** Never answers; ends when the gateway gives the attempt up. */
export const hang: Step = (request) =>
  new Promise((_resolve, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
  });

/** Never answers and never notices that it was given up. */
export const hangDeaf: Step = () => new Promise(() => undefined);

export function after(ms: number, step: Step): Step {
  return async (request, time) => {
    await time.sleep(ms, request.signal);
    return step(request, time);
  };
}

/** POST of JSON. */
export function json(body: unknown, headers: HeadersInit = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...Object.fromEntries(new Headers(headers)) },
    body: JSON.stringify(body),
  };
}
