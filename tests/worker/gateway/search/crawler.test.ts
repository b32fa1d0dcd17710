import { describe, expect, it } from "vitest";
import { isCrawler } from "#worker/gateway/search/crawler.ts";

describe("a crawler", () => {
  it.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "WhatsApp/2.23.20.0",
    "curl/8.9.1",
  ])("is recognised by its user agent %s", (name) => {
    expect(isCrawler(name)).toBe(true);
  });

  it.each([
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 10; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "",
    undefined,
  ])("is not assumed for the user agent %s", (name) => {
    expect(isCrawler(name)).toBe(false);
  });

  it("is recognised by the first 512 characters of the user agent", () => {
    const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
    expect(isCrawler(`${browser} Googlebot/2.1`)).toBe(true);
    expect(isCrawler(`${browser.padEnd(512)} Googlebot/2.1`)).toBe(false);
  });
});
