/** The origin, host and scheme of a request's address. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { siteAddress } from "#worker/gateway/site-address.ts";
import worker from "#worker/index.ts";

describe("the site's address", () => {
  it.each([
    ["https://site.example/de?x=1", "https", "site.example"],
    ["http://SITE.example:80/", "http", "site.example"],
    ["http://127.0.0.1:8787/a//b", "http", "127.0.0.1:8787"],
    ["http://[::1]:8787/", "http", "[::1]:8787"],
    ["http://site.example.:/", "http", "site.example."],
    ["https://xn--mnchen-3ya.example/de", "https", "xn--mnchen-3ya.example"],
    ["http://my_host", "http", "my_host"],
  ])("of %s has the scheme %s and the host %s", (url, scheme, host) => {
    const expected = { origin: `${scheme}://${host}`, host, scheme };
    expect(siteAddress(url)).toEqual(expected);
    // As it is asked again, and after another.
    expect(siteAddress(url)).toEqual(expected);
    expect(siteAddress("https://other.example/")?.host).toBe("other.example");
    expect(siteAddress(url)).toEqual(expected);
  });

  it.each([
    ["a quote", 'http://a";for=192.0.2.1;x="'],
    ["a space", "http://a b"],
    ["a comma", "http://a,b"],
    ["a semicolon", "http://a;b=c"],
    ["a percent sign", "http://a%22b"],
    ["what is not ASCII", "http://münchen.example"],
    ["user information", "http://user@site.example"],
    ["a query for the path", "http://site.example?x"],
    ["an address that is none", "http://192.0.2.999"],
    ["a port that is none", "http://site.example:65536"],
    ["nothing", "http://"],
  ])("is null with %s", (_name, named) => {
    expect(siteAddress(named)).toBeNull();
    expect(siteAddress(`${named}/de`)).toBeNull();
  });
});

it.each(["/de", "/api/signals/", "/robots.txt"])(
  "%s with an invalid host is refused, and the host is not quoted",
  async (path) => {
    const request = new Request<unknown, IncomingRequestCfProperties>(`https://site.example${path}`);
    // No `Request` can be made with these; one that arrives has its host as it was sent.
    Object.defineProperty(request, "url", { value: `http://a b${path}` });
    const response = await worker.fetch(request, env, createExecutionContext());
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: "bad_host",
      detail: "The host of this request is not a valid host of a site.",
    });
    expect(response.headers.get("X-Request-Id")).not.toBeNull();
  },
);
