/**
 * A fake of Cloudflare Turnstile with its documented test keys
 * (https://developers.cloudflare.com/turnstile/troubleshooting/testing/): of its server, for the worker, and of its script, for
 * a browser.
 */
import type { BrowserContext } from "playwright-core";

export const SITE_KEY = "1x00000000000000000000AA";
const ALWAYS_PASSES = "1x0000000000000000000000000000000AA";
export const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX";

export const TURNSTILE_VARS = { TURNSTILE_SITE_KEY: SITE_KEY, TURNSTILE_SECRET_KEY: ALWAYS_PASSES };

export interface TurnstileServer {
  readonly internet: (request: Request) => Promise<Response>;
  /** Bodies of the requests received. */
  readonly asked: { readonly secret: string; readonly response: string }[];
  /** Replaces the verdict; null restores it. */
  instead: (() => Response) | null;
}

export function createTurnstileServer(): TurnstileServer {
  const server: TurnstileServer = {
    asked: [],
    instead: null,
    async internet(request) {
      if (request.url !== "https://challenges.cloudflare.com/turnstile/v0/siteverify")
        return new Response(null, { status: 404 });
      if (server.instead) return server.instead();
      const body = await request.json();
      server.asked.push(body);
      const success = body.secret === ALWAYS_PASSES && body.response === DUMMY_TOKEN;
      return Response.json({
        success,
        hostname: "example.com",
        "error-codes": success ? [] : ["invalid-input-response"],
      });
    },
  };
  return server;
}

/** Installs the parts of its script that the widget uses in all pages of `context`; `isSilent` gives no token. */
export async function serveTurnstileScript(
  context: BrowserContext,
  { isSilent = false } = {},
): Promise<void> {
  await context.route("https://challenges.cloudflare.com/turnstile/v0/api.js*", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `(${widget.toString()})(${isSilent}, "${DUMMY_TOKEN}")`,
    }),
  );
}

function widget(isSilent: boolean, dummy: string): void {
  let token: string | undefined;
  let callback: ((token: string) => void) | undefined;
  const solve = () => {
    if (isSilent) return;
    setTimeout(() => {
      token = dummy;
      callback?.(dummy);
    }, 50);
  };
  const turnstile = {
    render(container: HTMLElement, options: { sitekey: string; callback?: (token: string) => void }) {
      callback = options.callback;
      container.dataset["sitekey"] = options.sitekey;
      solve();
      return "widget";
    },
    reset() {
      token = undefined;
      solve();
    },
    getResponse: () => token,
    isExpired: () => false,
    execute: solve,
    remove: () => {},
    ready: (run: () => void) => run(),
  };
  Object.assign(window, { turnstile });
  const { searchParams } = new URL(
    document.querySelector<HTMLScriptElement>('script[src*="turnstile"]')?.src ?? "",
  );
  const onload: unknown = Reflect.get(window, searchParams.get("onload") ?? "");
  if (typeof onload === "function") onload();
}
