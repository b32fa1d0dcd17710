/** A site for trying changes on: search engines are kept off it, and each page says what it is. Production's answers are as if there were none. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import de from "#shared/locales/de/environment.json";
import en from "#shared/locales/en/environment.json";
import es from "#shared/locales/es/environment.json";
import fr from "#shared/locales/fr/environment.json";
import italian from "#shared/locales/it/environment.json";
import { readConfig } from "#worker/config.ts";
import worker from "#worker/index.ts";

const TEXTS = { en, de, fr, it: italian, es };

function ask(path: string, vars: Record<string, string>): Promise<Response> | Response {
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://site.example${path}`);
  return worker.fetch(request, { ...env, ...vars }, createExecutionContext());
}

const STAGING = { ENVIRONMENT: "staging" };
const PAGES = ["/en", "/de/about", "/fr/signal", "/it/login", "/es/nowhere"];
const OTHERS = ["/sitemap.xml", "/api/feeds/en/signals.atom", "/manifest.webmanifest", "/healthz"];

describe("staging", () => {
  it.each([...PAGES, ...OTHERS])("keeps %s off every list", async (path) => {
    const response = await ask(path, STAGING);
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    await response.text();
  });

  it("lets crawlers read that, which they must to heed it", async () => {
    expect(await (await ask("/robots.txt", STAGING)).text()).toContain("Allow: /\n");
  });

  it.each(LANGUAGES)("says in /%s what it is, in the header", async (language) => {
    const html = await (await ask(`/${language}/about`, STAGING)).text();
    const header = html.slice(html.indexOf('<header class="site-header"'), html.indexOf("</header>"));
    expect(header).toContain(`<strong class="site-nav__link badge">${TEXTS[language].staging}</strong>`);
  });
});

describe("production", () => {
  it.each(["/en", "/de/about", "/fr/signal"])("lists %s and says nothing of it", async (path) => {
    const response = await ask(path, {});
    expect(response.headers.get("X-Robots-Tag")).toBeNull();
    const html = await response.text();
    expect(html).not.toContain("environmentMark");
    expect(html).not.toContain('<strong class="site-nav__link badge"');
  });

  it("is what a site is that says nothing else, and nothing but these two can be said", () => {
    expect(readConfig(env).environment).toBe("production");
    expect(() => readConfig({ ...env, ENVIRONMENT: "test" })).toThrow("ENVIRONMENT");
  });
});
