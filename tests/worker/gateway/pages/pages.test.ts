/** The whole worker, as a visitor without JavaScript sees it. */
import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { LANGUAGES, LANGUAGE_FACTS } from "#shared/site/languages.ts";
import german from "#shared/locales/de/home.json";
import english from "#shared/locales/en/home.json";
import { pageHref, PAGES } from "#shared/site/routes.ts";

const ORIGIN = "https://tidemark.example";

/** Asks as a crawler, who gets every page in one piece however slow this machine is. */
function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(ORIGIN + path, {
    headers: { "User-Agent": "Googlebot/2.1", ...headers },
    redirect: "manual",
  });
  return SELF.fetch(request);
}

/** By meta tag and header, and without what helps search engines. */
function expectUnindexed(response: Response, html: string): void {
  expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toMatch(/ld\+json|og:image|hrefLang|rel="canonical"/);
}

const everyPage = [
  ...PAGES.map((page) => ["de", pageHref("de", page)] as const),
  ...LANGUAGES.filter((language) => language !== "de").map((language) => [language, `/${language}`] as const),
];

describe("a page", () => {
  it.each(everyPage)("%s %s is a complete document in its language", async (language, path) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("Content-Language")).toBe(language);
    const { tag, direction } = LANGUAGE_FACTS[language];
    const start = `<!DOCTYPE html><html lang="${tag}" dir="${direction}" class="dark">`;
    expect(html.slice(0, start.length)).toBe(start);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+ \| Tidemark<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
    // No text's key in its place; names of files are set as code, and a script compares fields.
    expect(html.replace(/<script>.*?<\/script>/s, "")).not.toMatch(/\{\{|(?<!<code)>[a-z]+\.[a-zA-Z.]+</);
    expect(html).toContain("</html>");
  });

  it.each([
    ["/de/profile", "Konto – Profil | Tidemark"],
    ["/de/profile?view=security", "Sicherheit – Profil | Tidemark"],
    ["/de/admin?view=unknown", "Veröffentlichen – Verwaltung | Tidemark"],
    ["/de/admin?view=audit", "Protokoll – Verwaltung | Tidemark"],
  ])("has a title with the view of %s", async (path, title) => {
    const html = await (await get(path)).text();
    expect(html.match(/<title>[^<]*/g)).toEqual([`<title>${title}`]);
  });

  it.each(["/de/profile", "/de/admin"])("keeps %s out of search engines and caches", async (path) => {
    const response = await get(path);
    const html = await response.text();
    expectUnindexed(response, html);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const payload = await get(`${path}/_payload.json`);
    expect([payload.status, await payload.json()]).toEqual([200, {}]);
    expect([payload.headers.get("Cache-Control"), payload.headers.get("ETag")]).toEqual(["no-store", null]);
  });
});

describe("the language of an address without one", () => {
  it.each([
    [{}, "en-US"],
    [{ "Accept-Language": "it;q=0.4, de-CH;q=0.8" }, "de-DE"],
    [{ "Accept-Language": "de", Cookie: "language=es" }, "es-ES"],
    [{ "Accept-Language": "fr", Cookie: "language=xx" }, "fr-FR"],
  ])("at / with %j is %s", async (headers, tag) => {
    const response = await get("/", headers);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<html lang="${tag}"`);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Vary")).toBe("Cookie, Accept-Language");
  });

  it("is added by a redirect to a bare page, which keeps the query", async () => {
    const response = await get("/login?next=%2Fde%2Fprofile&x=1", { "Accept-Language": "it" });
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/it/login?next=%2Fde%2Fprofile&x=1");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Vary")).toBe("Cookie, Accept-Language");
  });

  it("is stored for 365 days after each visit if it was chosen, and sets no cookie otherwise", async () => {
    const chosen = await get("/", { Cookie: "language=de" });
    expect(chosen.headers.get("Set-Cookie")).toBe(
      "language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
    );
    const unencrypted = await SELF.fetch("http://127.0.0.1:8787/", { headers: { Cookie: "language=de" } });
    expect(unencrypted.headers.get("Set-Cookie")).toBe("language=de; Path=/; Max-Age=31536000; SameSite=Lax");
    expect((await get("/")).headers.get("Set-Cookie")).toBeNull();
    expect((await get("/fr/about", { Cookie: "language=de" })).headers.get("Set-Cookie")).toBeNull();
  });

  it("comes from the path if it names one", async () => {
    const response = await get("/de/about", { Cookie: "language=fr", "Accept-Language": "it" });
    expect(await response.text()).toContain('<html lang="de-DE"');
  });
});

describe("the language switch without JavaScript", () => {
  function choose(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return SELF.fetch(
      new Request(`${ORIGIN}/language`, {
        method: "POST",
        body,
        redirect: "manual",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      }),
    );
  }

  it("sets the cookie and returns to the same page, query and hash", async () => {
    const response = await choose("language=de&return_to=%2Ffr%2Fsignal%3Fasset%3DEURUSD%23latest");
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/de/signal?asset=EURUSD#latest");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Set-Cookie")).toBe(
      "language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
    );
  });

  it.each(["https://evil.example/fr", "//evil.example", "/\\evil.example", "", "/fr\r\nX: y"])(
    "redirects to the home page instead of %j",
    async (returnTo) => {
      const response = await choose(new URLSearchParams({ language: "de", return_to: returnTo }).toString());
      expect(response.headers.get("Location")).toBe("/de");
    },
  );

  it.each(["", "language=xx", "language=de%00", "return_to=/fr", "%%%"])(
    "refuses the form %j with 400",
    async (body) => {
      const response = await choose(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "invalid" });
    },
  );

  it("refuses a form of more than 8 KiB with 413", async () => {
    expect((await choose(`language=de&x=${"x".repeat(9000)}`)).status).toBe(413);
  });
});

describe("addresses with other spellings", () => {
  it.each([
    ["/de/about/?x=1", "/de/about?x=1"],
    ["//evil.example", "/evil.example"],
    ["/%2F%5C//evil.example", "/%2F%5C/evil.example"],
    ["/De/Signal?asset=EURUSD", "/de/signal?asset=EURUSD"],
  ])("%s redirects to its normal form on this site, %s", async (path, normal) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([308, normal]);
  });

  it.each(["/assets/gone-123.js", "/builds/meta/none.json", "/favicon.ico", "/en/app.js"])(
    "a missing file such as %s is a 404 in plain text that is not cached",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    },
  );

  it("methods other than GET and HEAD are answered with 405", async () => {
    const response = await SELF.fetch(new Request(`${ORIGIN}/de/about`, { method: "DELETE" }));
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
  });
});

describe("the 404 page", () => {
  it.each([
    ["/en/no-such-page", "en-US", "Page Not Found"],
    ["/de/no-such-page", "de-DE", "Seite nicht gefunden"],
    ["/no/such/page", "en-US", "Page Not Found"],
    ["/de/signal/none", "de-DE", "Seite nicht gefunden"],
    ["/en/traders/nobody", "en-US", "Page Not Found"],
  ])("at %s is in %s and has the path in its message", async (path, tag, title) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain(`<html lang="${tag}"`);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).toContain("Page Not Found");
    expect(html).toContain(path);
    expect(response.headers.get("Cache-Control")).toMatch(/no-store/);
    expectUnindexed(response, html);
  });

  it.each([
    "/de/%3Cscript%3Ealert(1)%3C/script%3E",
    "/de/<script>alert(1)</script>",
    "/de/%00",
    "/de/%E0%A4%A",
    "/%0d%0a",
    "/de/signal/%E2%80%A8",
    "/de/about%0A",
    "/%",
  ])("answers %s without reflecting markup", async (path) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).not.toContain("<script>alert");
  });
});

it("a document contains no text of another language", async () => {
  const html = await (await get("/de")).text();
  expect(html).toContain(german.actions.signals);
  expect(html).not.toContain(english.actions.signals);
});

describe("the scripts of a page", () => {
  const preloads = (html: string) =>
    Array.from(html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g), ([, href]) => href);

  it.each(["/de", "/fr/about", "/es/signal", "/it/traders/north-light", "/en/nowhere"])(
    "%s loads the entry and names the others",
    async (path) => {
      const response = await get(path);
      const html = await response.text();
      expect(preloads(html).join(" ")).not.toMatch(/start-application|vendor/);
      expect(html).toMatch(/ data-parts="[^"]*\/assets\/start-application-/);
      expect(response.headers.get("Link")).toContain(`<${preloads(html)[0]}>; rel=modulepreload`);
    },
  );

  it.each(["/de/admin", "/en/profile"])("%s preloads all of them", async (path) => {
    const html = await (await get(path)).text();
    expect(preloads(html).join(" ")).toMatch(/start-application.*vendor/);
    expect(html).not.toContain("data-parts");
  });
});
