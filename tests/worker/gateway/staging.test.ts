/** A staging site is kept out of search engines, and each page has a mark in its header. Production has neither. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import fr from "#shared/locales/fr/environment.json";
import { readConfig } from "#worker/config.ts";
import worker from "#worker/index.ts";

function ask(path: string, vars: Record<string, string>): Promise<Response> | Response {
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://site.example${path}`);
  return worker.fetch(request, { ...env, ...vars }, createExecutionContext());
}

const STAGING = { ENVIRONMENT: "staging" };

describe("staging", () => {
  it.each(["/en", "/es/nowhere", "/api/feeds/en/signals.atom", "/healthz"])(
    "marks %s as noindex",
    async (path) => {
      const response = await ask(path, STAGING);
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
      await response.text();
    },
  );

  it("allows crawlers, which must read noindex to obey it", async () => {
    expect(await (await ask("/robots.txt", STAGING)).text()).toContain("Allow: /\n");
  });

  it("has a mark in the header of each page", async () => {
    const html = await (await ask("/fr/about", STAGING)).text();
    const header = html.slice(html.indexOf('<header class="site-header"'), html.indexOf("</header>"));
    expect(header).toContain(`<strong class="site-nav__link badge">${fr.staging}</strong>`);
  });
});

describe("production", () => {
  it("has neither noindex nor a mark on its pages", async () => {
    const response = await ask("/fr/about", {});
    expect(response.headers.get("X-Robots-Tag")).toBeNull();
    const html = await response.text();
    expect(html).not.toContain("environmentMark");
    expect(html).not.toContain('<strong class="site-nav__link badge"');
  });

  it("is the default environment, and other values than the two are refused", () => {
    expect(readConfig(env).environment).toBe("production");
    expect(() => readConfig({ ...env, ENVIRONMENT: "test" })).toThrow("ENVIRONMENT");
  });
});
