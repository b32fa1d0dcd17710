/** Header fields, of clients and of the upstream. */
import * as fc from "fast-check";
import { Hono } from "hono";
import { isLanguage } from "#shared/site/languages.ts";
import { negotiateLanguage } from "#shared/site/decide-language.ts";
import { parseHttpDate } from "#shared/http/http-date.ts";
import { parseRetryAfter } from "#shared/http/retry.ts";
import { isNotModified } from "#worker/gateway/pages/entity-tag.ts";
import { visitorLanguage } from "#worker/gateway/visitor-language.ts";
import { withAnswerHeaders } from "#worker/gateway/proxy/answer-headers.ts";
import { forwardedHeaders } from "#worker/gateway/proxy/forwarded-headers.ts";
import { retryDelayMs } from "#worker/gateway/proxy/retry-policy.ts";
import { addressNetwork } from "#worker/http/address-network.ts";
import { isJson, mediaType } from "#worker/http/media-type.ts";
import { summariseUserAgent } from "#worker/api/session/user-agent-summary.ts";
import { headerText, hostileText, wordsOf } from "../hostile-text.ts";
import { claim, property, type Property } from "../property.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const fieldName = fc.constantFrom(
  ...wordsOf(`
    cookie x-forwarded-for x-forwarded-host x_forwarded_for forwarded cf-connecting-ip connection upgrade
    x-http-method-override remote-user accept authorization set-cookie location content-security-policy refresh
    access-control-allow-origin clear-site-data x-request-id content-encoding server etag
  `),
);
const fields = fc.array(fc.tuple(fieldName, headerText), { maxLength: 8 });
const asksForLanguage = new Hono().get("*", (c) => c.json(visitorLanguage(c)));

function headersOf(pairs: readonly (readonly [string, string])[]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

export const HEADER_PROPERTIES: readonly Property[] = [
  property("Accept-Language gives one of our languages or none", hostileText, (text) => {
    const language = negotiateLanguage(text);
    claim(language === null || isLanguage(language), "another language");
  }),
  property(
    "cookies and Accept-Language always give a visitor a language",
    fc.tuple(headerText, headerText),
    async ([cookie, accept]) => {
      const headers = { Cookie: `language=${cookie}`, "Accept-Language": accept };
      const response = await asksForLanguage.request("/", { headers });
      const { language }: { language: unknown } = await response.json();
      claim(response.status === 200 && isLanguage(language), "no language");
    },
  ),
  property("Retry-After is a time to wait or nothing", hostileText, (text) => {
    const waitMs = parseRetryAfter(text, NOW_MS);
    claim(waitMs === null || waitMs >= 0, "no time to wait");
    const failure = { kind: "status", status: 503, retryAfter: text } as const;
    const delayMs = retryDelayMs({
      method: "GET",
      path: "/api/",
      failure,
      attempt: 1,
      elapsedMs: 0,
      nowMs: NOW_MS,
      random: () => 1,
    });
    claim(delayMs === null || (delayMs >= 0 && delayMs <= 5_000), "the gateway would wait too long");
  }),
  property("an HTTP date is an instant or nothing", hostileText, (text) => {
    const atMs = parseHttpDate(text, NOW_MS);
    claim(atMs === null || Number.isFinite(atMs), "no instant");
  }),
  property("If-None-Match matches a tag only if it names it", hostileText, (text) => {
    claim(
      !isNotModified(text, 'W/"0123456789"') || text.includes("*") || text.includes("0123456789"),
      "matched",
    );
  }),
  property("nothing a client sends speaks for the gateway", fields, (pairs) => {
    const site = { origin: "https://site.example", host: "site.example", scheme: "https" };
    const headers = forwardedHeaders(headersOf(pairs), { requestId: "the-request", site });
    claim(headers.get("X-Request-Id") === "the-request", "forged request id");
    claim(
      headers.get("X-Forwarded-Host") === "site.example" && headers.get("X-Forwarded-Proto") === "https",
      "forged host",
    );
    claim(/^(?:[0-9A-Fa-f.:]{2,45})?$/.test(headers.get("X-Forwarded-For") ?? ""), "forged address");
    claim(
      !headers.has("Cookie") && !headers.has("Remote-User") && !headers.has("X_Forwarded_For"),
      "passed on",
    );
  }),
  property("nothing an upstream sends speaks for the site", fields, (pairs) => {
    const { headers } = withAnswerHeaders(new Response(null, { headers: headersOf(pairs) }), null);
    for (const name of [
      "set-cookie",
      "location",
      "refresh",
      "clear-site-data",
      "access-control-allow-origin",
      "server",
    ]) {
      claim(!headers.has(name), `${name} passed`);
    }
    claim(headers.get("Content-Security-Policy")?.includes("sandbox") === true, "no policy");
  }),
  property("a content type is read the same way twice", hostileText, (text) => {
    claim(mediaType(mediaType(text)) === mediaType(text), "differs");
    claim(!isJson(text) || /json/i.test(text), "JSON without the word");
  }),
  property("of an IPv4 address only the network is kept", fc.ipV4(), (address) => {
    const network = addressNetwork(address, { ipv4Bits: 24, ipv6Bits: 48 });
    claim(network === `${address.split(".").slice(0, 3).join(".")}.0/24`, network);
  }),
  property("of an IPv6 address at most three groups are kept", fc.ipV6(), (address) => {
    const network = addressNetwork(address, { ipv4Bits: 24, ipv6Bits: 48 });
    claim(/^(?:[0-9a-f]{1,4}:){3}:\/48$/.test(network) || /^\d+\.\d+\.\d+\.0\/24$/.test(network), network);
  }),
  property("a user agent leaves nothing of itself behind", hostileText, (text) => {
    claim(/^[A-Za-z ]*$/.test(summariseUserAgent(text)), "kept");
  }),
];
