/** A page whose data is slow: what stands before the data is sent at once, and the rest when the data is there. */
import type { Context } from "hono";
import { Hono } from "#worker/http/hono.ts";
import { type PageData, preparePage, type PreparedPage } from "#client/entry.server.tsx";
import type { Language } from "#shared/languages.ts";
import { pageHref, type Page } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { describeError, type Log } from "#worker/http/log.ts";
import type { Extent } from "./part-filler.ts";

/** Data that takes longer is slow. Until then the page waits for it, so that its status can still tell a failure. */
export const SLOW_AFTER_MS = 200;

/** Pages that exist whatever their data says, and show something before it (`DataStart`). */
const PAGES_BEFORE_DATA = ["home", "signal", "traders"] as const satisfies readonly Page[];

/** Shown instead of data that was asked for in vain. */
const NOTHING_LOADED: PageData = { answers: {}, refusals: {}, failed: [], absent: [] };

export function canStartBeforeData(pathname: string, language: Language): boolean {
  return PAGES_BEFORE_DATA.some((page) => pathname === pageHref(language, page));
}

/** True once `preparing` has taken too long; false as soon as it has ended, one way or the other. */
export async function isSlow(preparing: Promise<unknown>, startTimer: StartTimer): Promise<boolean> {
  const timer = startTimer(SLOW_AFTER_MS);
  const inTime = preparing.then(
    () => false,
    () => false,
  );
  const late = timer.over.then(() => true);
  try {
    return await Promise.race([inTime, late]);
  } finally {
    timer.stop();
  }
}

export interface SlowPage {
  readonly address: Parameters<typeof preparePage>[0];
  readonly preparing: Promise<PreparedPage>;
  readonly language: Language;
  readonly log: Log;
  readonly render: (c: Context<GatewayEnv>, page: PreparedPage, extent: Extent) => Promise<Response>;
}

/** The status is 200 whatever becomes of the data: a page that has failed says so in the place of the data. */
export async function startBeforeData(c: Context<GatewayEnv>, page: SlowPage): Promise<Response> {
  const { address, preparing, language, log, render } = page;
  const withoutData = await preparePage(address, language, async (keys) => ({
    ...NOTHING_LOADED,
    failed: keys,
  }));
  const start = await render(c, withoutData, "before-data");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();

  async function send(): Promise<void> {
    await start.body?.pipeTo(writable, { preventClose: true });
    const prepared = await preparing.catch((error: unknown) => {
      const requestId = c.get("requestId");
      log({ level: "error", event: "page_data_failed", requestId, error: describeError(error) });
      return withoutData;
    });
    const rest = await renderApart(prepared).catch(() => renderApart(withoutData));
    await rest.body?.pipeTo(writable);
  }

  /** The context's own answer is on its way by then and must be left alone. */
  async function renderApart(prepared: PreparedPage): Promise<Response> {
    const apart = new Hono<GatewayEnv>();
    apart.get("*", (inner) => {
      inner.set("requestId", c.get("requestId"));
      inner.set("nonce", c.get("nonce"));
      return render(inner, prepared, "from-data");
    });
    apart.onError((error) => {
      throw error;
    });
    return apart.fetch(new Request(c.req.url), c.env, c.executionCtx);
  }

  // Fails where the reader has gone, which is no fault.
  c.executionCtx.waitUntil(send().catch(() => {}));
  return new Response(readable, start);
}
