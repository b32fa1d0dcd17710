/** Pages with a backend that has sign-in but no record, and with an unreachable backend. */
import { describe, expect, it } from "vitest";
import en from "#shared/locales/en/common.json";
import { testGateway } from "../test-gateway.ts";

const NOT_FOUND = { detail: "Not found.", code: "not_found" };

/** As a backend with the four calls of sign-in answers everything that pages read. */
const signInOnly = () =>
  testGateway({
    upstream: {
      baseUrl: "https://upstream.invalid",
      fetch: async () => Response.json(NOT_FOUND, { status: 404 }),
    },
  });

/** Out of reach. */
const refused = () => testGateway({});

async function read(site: ReturnType<typeof testGateway>, path: string) {
  const response = await site.ask(path);
  const html = await response.text();
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  return { response, html, main };
}

describe("with a backend that has no record", () => {
  it.each(["/en/signal", "/en/traders"])(
    "%s says that the site does not have it, does not retry and is not indexed",
    async (path) => {
      const { response, html, main } = await read(signInOnly(), path);
      const { failed, notOffered, retry } = en.states;
      expect(response.status).toBe(200);
      expect(main).toContain(notOffered);
      for (const text of [failed, retry, "/api/", "<form", 'role="alert"']) expect(main).not.toContain(text);
      expect(html).not.toContain("application/atom+xml");
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(html).not.toContain("og:image");
    },
  );

  it("the home page shows no error, and is indexed", async () => {
    const { response, main } = await read(signInOnly(), "/en");
    expect([response.status, response.headers.get("X-Robots-Tag")]).toEqual([200, null]);
    expect(main).toContain("<h1>");
    for (const text of [en.states.failed, en.states.notOffered, en.states.loading]) {
      expect(main).not.toContain(text);
    }
  });

  it("the about page shows no error, and is indexed", async () => {
    const { response, main } = await read(signInOnly(), "/en/about");
    expect([response.status, response.headers.get("X-Robots-Tag")]).toEqual([200, null]);
    expect(main).not.toContain(en.states.failed);
  });

  it.each(["/en/signal/0192", "/en/traders/nobody"])("%s is not found", async (path) => {
    expect((await read(signInOnly(), path)).response.status).toBe(404);
  });

  it("the payload of a page says which data is absent", async () => {
    const response = await signInOnly().ask("/en/traders/_payload.json");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ failed: [], absent: ["/api/traders/"] });
  });
});

describe("with an unreachable backend", () => {
  it("the about page has the imprint, but is not cached without the rest", async () => {
    const { response, main } = await read(refused(), "/en/about");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(response.headers.get("ETag")).toBeNull();
    expect(main).toContain('id="operator"');
    expect(main).toContain(en.states.failed);
  });

  it.each(["/en/signal"])("%s, which needs data, is a 503", async (path) => {
    const { response, main } = await read(refused(), path);
    expect(response.status).toBe(503);
    expect(main).toContain(en.states.failed);
  });

  it.each(["/en/terms", "/en/login"])("%s works", async (path) => {
    expect((await read(refused(), path)).response.status).toBe(200);
  });
});
