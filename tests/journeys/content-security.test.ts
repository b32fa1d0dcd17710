/** The policy at work in a real browser, and the headers of the build's files. Every page: every-page.test.ts. */
import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { watchPolicy } from "#tests/support/policy-watch.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

const ELSEWHERE = "https://elsewhere.invalid/";

/** What an attacker would try, and the directive that stops it. */
const ATTEMPTS: readonly (readonly [string, string, (elsewhere: string) => void])[] = [
  ["text made into elements", "require-trusted-types-for", () => void (document.body.innerHTML = "<p>")],
  [
    "a second policy",
    "trusted-types",
    () => void Reflect.get(window, "trustedTypes").createPolicy("app", {}),
  ],
  // Later, because what the test's protocol runs at once is allowed to evaluate.
  [
    "text that is evaluated",
    "require-trusted-types-for",
    () => void setTimeout(() => Reflect.get(window, "eval")("1")),
  ],
  ["a style in an attribute", "style-src-attr", () => document.body.setAttribute("style", "color: red")],
  ["a picture from elsewhere", "img-src", (elsewhere) => void (new Image().src = elsewhere)],
  ["a call to elsewhere", "connect-src", (elsewhere) => void fetch(elsewhere).catch(() => {})],
  [
    "a frame",
    "frame-src",
    (elsewhere) => document.body.append(Object.assign(document.createElement("iframe"), { src: elsewhere })),
  ],
  [
    "another base",
    "base-uri",
    (elsewhere) => document.head.append(Object.assign(document.createElement("base"), { href: elsewhere })),
  ],
  [
    "a form to elsewhere",
    "form-action",
    (elsewhere) => {
      const form = Object.assign(document.createElement("form"), { action: elsewhere, method: "post" });
      document.body.append(form);
      form.submit();
    },
  ],
];

describe("the Content-Security-Policy blocks", () => {
  let page: Page;
  let violations: readonly string[];

  beforeAll(async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    violations = await watchPolicy(context);
    page = await context.newPage();
    await page.goto(`${site.url}/en`);
    await untilHydrated(page);
  });

  it("nothing of the page itself", () => {
    expect(violations).toEqual([]);
  });

  it.each(ATTEMPTS)("%s, by %s", async (_name, directive, attempt) => {
    const before = violations.length;
    await page.evaluate(attempt, ELSEWHERE).catch(() => {});
    const tells = (text: string) => text.includes(`: ${directive} `);
    await expect.poll(() => violations.slice(before).filter(tells)).not.toEqual([]);
  });
});

describe("a file of the build", () => {
  const files = [
    "/icon.svg",
    "/apple-touch-icon.png",
    "/screenshots/en-wide.jpg",
    ...readdirSync("dist/client/assets").map((name) => `/assets/${name}`),
  ];

  it("is not sniffed, not run as a page, not framed and not readable by other sites", async () => {
    for (const file of files) {
      const response = await fetch(site.url + file);
      await response.arrayBuffer();
      expect(response.status, file).toBe(200);
      expect(Object.fromEntries(response.headers), file).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });

  it("that is a preview picture for links may be shown on other sites", async () => {
    const { status, headers } = await fetch(`${site.url}/social/en.png`);
    expect(status).toBe(200);
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });
});
