/** Frames and badges of a trader for other sites, with a real database and with an operator's own backend. */
import { SELF } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { badgeHref, detailHref, embedHref } from "#shared/site/routes.ts";
import { testGateway } from "#tests/worker/gateway/test-gateway.ts";
import { createRecord, DAY_MS, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";
import { inlineHash } from "#worker/gateway/security-headers.ts";
import { addTrader } from "#worker/api/traders/index.ts";

const ORIGIN = "https://tidemark.example";
const HANDLE = "north-light";
const FRAME = embedHref("de", HANDLE);
const BADGE = badgeHref("de", HANDLE);
const record = createRecord();

beforeAll(async () => {
  await addTrader(record.deps, { handle: HANDLE, name: "North Light" });
  for (let index = 0; index < 33; index += 1) {
    await publishAndSettle(record, signalBy(HANDLE, record), index % 3 === 0 ? "lost" : "won");
    record.clock.ms += DAY_MS;
  }
});

async function get(path: string, init: RequestInit = {}) {
  const response = await SELF.fetch(new Request(ORIGIN + path, { redirect: "manual", ...init }));
  return { response, text: await response.text() };
}

const wordsOf = (markup: string) =>
  markup
    .replaceAll(/<style.*?<\/style>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[ \n]+/g, " ");

const styleOf = (markup: string) =>
  /<style>(?:<!\[CDATA\[)?(.*?)(?:\]\]>)?<\/style>/s.exec(markup)?.[1] ?? "no style";

/** An own backend with one trader, which is as given. */
async function ownBackend(change: Partial<TraderDetail>, status = 200) {
  const trader = v.parse(TraderDetail, await (await record.ask(`/api/traders/${HANDLE}/`)).json());
  const answer = { ...trader, ...change };
  return testGateway({
    upstream: {
      baseUrl: "https://upstream.invalid",
      fetch: async () => Response.json(status === 200 ? answer : { detail: "down" }, { status }),
    },
  });
}

describe("an embed of a trader", () => {
  it("shows the win rate, its interval, break-even and date in its language", async () => {
    const language = "fr";
    const percent = (share: number) =>
      new Intl.NumberFormat(LANGUAGE_FACTS[language].tag, {
        style: "percent",
        minimumFractionDigits: 1,
      }).format(share);
    const [rate, low, high, breakEven] = [0.667, 0.496, 0.802, 0.541].map(percent);
    const frame = (await get(embedHref(language, HANDLE))).text;
    for (const figure of ["North Light", rate, low, high, breakEven, "33"])
      expect(wordsOf(frame)).toContain(figure);
    expect(frame).toContain('<svg class="interval__plot"');
    expect(frame).toContain(`href="${ORIGIN}${detailHref(language, "traders", HANDLE)}" target="_blank"`);
    const badge = (await get(badgeHref(language, HANDLE))).text;
    for (const figure of ["North Light", rate, low, high, breakEven, "n = 33"])
      expect(wordsOf(badge)).toContain(figure);
    expect(badge).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*><title>[^<]*North Light/);
    const year = String(new Date().getUTCFullYear()).slice(2);
    for (const markup of [frame, badge]) {
      expect(wordsOf(markup)).toContain(year);
      expect(wordsOf(markup)).not.toMatch(/\b(?:undefined|NaN|null)\b|\{\{|[a-z]+\.[a-zA-Z]+ /);
      expect(markup).not.toMatch(/<script|\son[a-z]+=/i);
    }
  });

  it("as a frame loads and runs nothing, and may be shown by any site", async () => {
    const { response, text } = await get(FRAME);
    const style = await inlineHash(styleOf(text));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-language": "de",
      "content-security-policy": `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors *`,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
    expect(response.headers.has("Set-Cookie")).toBe(false);
    expect(response.headers.has("X-Frame-Options")).toBe(false);
    expect(text).toContain(`<meta name="robots" content="noindex"/>`);
  });

  it("as a badge is an image that any site may show, but not frame", async () => {
    const { response, text } = await get(BADGE);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": `default-src 'none'; style-src ${await inlineHash(styleOf(text))}; frame-ancestors 'none'`,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    });
  });

  it.each([FRAME, BADGE])("is answered with 304 if the client has it: %s", async (path) => {
    const { response: first } = await get(`${path}?utm=1`);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^W\/"[0-9a-f]{24}"$/);
    const { response, text } = await get(path, { headers: { "If-None-Match": tag } });
    expect([response.status, text]).toEqual([304, ""]);
    for (const name of ["ETag", "Content-Security-Policy", "Cross-Origin-Resource-Policy", "X-Robots-Tag"])
      expect(response.headers.get(name), name).toBe(first.headers.get(name));
    const head = await get(path, { method: "HEAD" });
    expect([head.response.status, head.text]).toEqual([200, ""]);
  });

  it("has another entity tag after a change of the record", async () => {
    const tagOf = async (change: Partial<TraderDetail>) =>
      (await (await ownBackend(change)).ask(FRAME)).headers.get("ETag");
    expect(await tagOf({})).toBe(await tagOf({}));
    expect(await tagOf({})).not.toBe(await tagOf({ as_of_seq: 1000 }));
  });

  it("answers 404 in plain words for an unknown trader", async () => {
    for (const path of [embedHref("fr", "nobody"), badgeHref("fr", "nobody"), `${FRAME}%00`, `${FRAME}%`]) {
      const { response, text } = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      expect(text).toMatch(path.includes("fr/") ? /^Ce trader n’existe pas ici/ : /^Diesen Trader gibt es/);
      expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors *");
    }
  });

  it("at any other address is an ordinary 404 page, which may not be framed", async () => {
    const dots = ["..svg", "...svg"].map((file) => `/embed/de/traders/${file}`);
    const others = ["/embed/xx/traders/a", "/embed/de/signal/a", "/embed/de/traders", "/embed"];
    for (const path of [...others, ...dots]) {
      const { response } = await get(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
    }
  });

  it("of a retired trader says since when nothing is published", async () => {
    const { ask } = await ownBackend({ retired_at: "2026-03-09T12:00:00.000Z" });
    expect(wordsOf(await (await ask(FRAME)).text())).toContain("Veröffentlicht seit 09.03.2026 nicht mehr.");
    expect(wordsOf(await (await ask(BADGE)).text())).toContain("aufgehört ·");
  });

  it("of a trader without settled signals says that there is no win rate", async () => {
    await addTrader(record.deps, { handle: "new-moon", name: "New Moon" });
    expect(wordsOf((await get(embedHref("en", "new-moon"))).text)).toContain("No win rate yet");
    expect(wordsOf((await get(badgeHref("en", "new-moon"))).text)).toContain("No win rate yet, n = 0");
  });

  it("is a 503 that is not cached while the backend fails", async () => {
    const { ask } = await ownBackend({}, 500);
    for (const path of [FRAME, BADGE]) {
      const response = await ask(path);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
      expect(await response.text()).toContain("Die Bilanz konnte nicht gelesen werden.");
    }
  });

  it.each([
    `</title></style><script>alert(1)</script>`,
    `"><svg onload=alert(1)>`,
    `]]><script>alert(1)</script>&amp;`,
    "\u0000\u0008\uFFFE",
  ])("escapes the name %j", async (name) => {
    const { ask } = await ownBackend({ name });
    for (const path of [FRAME, BADGE]) {
      const text = await (await ask(path)).text();
      expect(text.match(/<(?:script|style|title)/g)).toEqual(["<title", "<style"]);
      expect(text).not.toContain("<svg onload");
      expect(text.match(/\]\]>/g)?.length ?? 0).toBe(path === FRAME ? 0 : 1);
      // XML has no place for these.
      if (path === BADGE) expect(text).not.toMatch(/[^\P{Cc}\n]|\uFFFE/u);
    }
  });
});
