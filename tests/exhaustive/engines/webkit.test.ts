/** The walk in WebKitGTK, by W3C WebDriver. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import * as v from "valibot";
import { vi } from "vitest";
import { walk, type Engine } from "./walk.ts";

declare global {
  interface Window {
    complaints: readonly string[];
  }
}

const CAPABILITIES = {
  // A page may open windows without a click.
  "webkitgtk:browserOptions": { args: ["--automation", "--javascript-can-open-windows-automatically=true"] },
  timeouts: { implicit: 30_000 },
};
const HEIGHT = 844;
const Strings = v.array(v.string());

walk(async () => {
  const screen = spawn("/usr/bin/Xvfb", ["-displayfd", "1"], { stdio: ["ignore", "pipe", "ignore"] });
  const [display] = await once(screen.stdout, "data");
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
  const driver = spawn("/usr/bin/WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });

  let session = "/session";
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const url = `http://127.0.0.1:${port}${session}${path}`;
    const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = v.parse(v.object({ value: v.unknown() }), await response.json());
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
  const evaluate: Engine["evaluate"] = (run, argument = "") =>
    send("POST", "/execute/sync", { script: `return (${String(run)})(arguments[0])`, args: [argument] });
  const switchTo = (handle = "") => send("POST", "/window", { handle });
  const windows = async () => v.parse(Strings, await send("GET", "/window/handles"));
  async function act(element: string, action: string, body: object): Promise<void> {
    const found = await send("POST", "/element", { using: "xpath", value: element });
    const [id] = Object.values(v.parse(v.record(v.string(), v.string()), found));
    await send("POST", `/element/${id}/${action}`, body);
  }

  const capabilities = { alwaysMatch: CAPABILITIES };
  const created = await vi.waitFor(() => send("POST", "", { capabilities }), 10_000);
  session += `/${v.parse(v.object({ sessionId: v.string() }), created).sessionId}`;
  const [home] = await windows();

  return {
    async open(url) {
      for (const window of await windows()) {
        if (window === home) continue;
        await switchTo(window);
        await send("DELETE", "/window");
      }
      await switchTo(home);
      // The window that opens the others has their origin, and so hears their errors.
      const { origin } = new URL(url);
      if ((await evaluate(() => location.origin)) !== origin)
        await send("POST", "/url", { url: `${origin}/robots.txt` });
      await evaluate(openPopup, url);
      await switchTo((await windows()).find((window) => window !== home));
    },
    complaints: async () => v.parse(Strings, await evaluate(() => window.opener.complaints)),
    click: (element) => act(element, "click", {}),
    type: (element, text) => act(element, "value", { text }),
    async resize(width) {
      await send("POST", "/window/rect", { width, height: HEIGHT });
    },
    evaluate,
    async close() {
      await send("DELETE", "");
      driver.kill();
      screen.kill();
    },
  };
});

/**
 * Runs in the page. A popup has no toolbar, which would keep it from being as narrow as a phone. WebDriver tells nothing of the console:
 * its messages and errors are noted from the moment its document is parsed, before its modules run.
 */
function openPopup(url: string): void {
  const complaints: string[] = [];
  window.complaints = complaints;
  const popup = window.open("", "", "popup,width=390,height=844") as (Window & typeof globalThis) | null;
  if (!popup) throw new Error("Popups are blocked");
  const blank = popup.document;
  popup.location.href = url;
  const timer = setInterval(() => {
    if (popup.document === blank) return;
    clearInterval(timer);
    const note = (kind: string, what: unknown) => void complaints.push(`${kind}: ${String(what)}`);
    for (const kind of ["debug", "log", "info", "warn", "error"] as const)
      popup.console[kind] = (...said: unknown[]) => note(kind, said.join(" "));
    popup.addEventListener("error", ({ message }) => note("uncaught", message));
    popup.addEventListener("unhandledrejection", ({ reason }) => note("unhandled", reason));
    popup.addEventListener("securitypolicyviolation", ({ blockedURI }) => note("policy", blockedURI));
  }, 1);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}
