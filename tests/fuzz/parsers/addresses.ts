/** Addresses: whatever is written in one, nobody is led off the site and nothing outside `/api/` is reached. */
import * as fc from "fast-check";
import { hrefInLanguage, parseNext } from "#shared/site/routes.ts";
import { isLanguage, LANGUAGES } from "#shared/site/languages.ts";
import { addressInLanguage, documentPath, readPageAddress } from "#shared/site/page-address.ts";
import { isBelowApi, parseApiAddress, upstreamUrl } from "#worker/gateway/proxy/upstream-path.ts";
import { redirectTarget } from "#worker/gateway/proxy/upstream-redirect.ts";
import { hostileText } from "../hostile-text.ts";
import { claim, property, type Property } from "../property.ts";

const ORIGIN = "https://site.example";
const path = hostileText.map((text) => `/${text}`);
/** A path as it stands in `Request.url`. */
const requestPath = path.map((text) => URL.parse(ORIGIN + text)?.pathname ?? "/");

function staysHere(href: string): boolean {
  return URL.parse(href, ORIGIN)?.origin === ORIGIN;
}

export const ADDRESS_PROPERTIES: readonly Property[] = [
  property("next leads to this site or nowhere", fc.oneof(hostileText, path), (text) => {
    const next = parseNext(text);
    claim(next === null || (next === text && staysHere(next)), "leads elsewhere");
  }),
  property("an address in another language stays here", fc.oneof(hostileText, path), (text) => {
    const href = hrefInLanguage(text, "de");
    claim(href === null || (href.startsWith("/de") && staysHere(href)), "leads elsewhere");
  }),
  property(
    "every path is a page address of one kind, and its redirects stay here",
    requestPath,
    (pathname) => {
      const address = readPageAddress(pathname);
      if (address.kind === "moved")
        claim(staysHere(address.path) && !/.\/$|\/\//.test(address.path), "moves elsewhere");
      if (address.kind === "bare") {
        for (const language of LANGUAGES) {
          const target = addressInLanguage(pathname, language);
          claim(staysHere(target) && target.startsWith(`/${language}/`), "leads elsewhere");
        }
      }
      if (address.kind === "document" || address.kind === "payload")
        claim(isLanguage(address.language), "no language");
    },
  ),
  property("offline, an address leads to this site, and from there to itself", requestPath, (pathname) => {
    const path = documentPath(pathname, "de");
    claim(staysHere(path) && documentPath(path, "fr") === path, "leads elsewhere");
  }),
  property(
    "what may be forwarded stays below /api/ under any base, by every later parser",
    fc.tuple(
      fc.oneof(
        path,
        path.map((text) => `/api${text}`),
        requestPath.map((text) => `/api${text}`),
      ),
      fc.constantFrom("https://up.example", "https://up.example/v1", "http://10.0.0.1:8000"),
    ),
    ([target, base]) => {
      const address = parseApiAddress(ORIGIN + target);
      if (address === null) return;
      const url = upstreamUrl(base, address);
      claim(isBelowApi(url, base), "leaves /api/");
      claim(url.origin + url.pathname === base + address.path, "changed on the way");
      const decoded = decodeURIComponent(address.path).normalize("NFKC");
      claim(!/[/\\]\.{1,2}(?:[/\\]|$)/.test(decoded), "holds a dot segment");
      claim(!/\/\/|\\|;/.test(decoded), "read differently by some servers");
      const again = parseApiAddress(ORIGIN + address.path + address.query);
      claim(again?.path === address.path && again.query === address.query, "reads differently again");
    },
  ),
  property(
    "a redirect is followed below the upstream's /api/ only",
    fc.tuple(fc.oneof(hostileText, path), fc.constantFrom("GET", "POST")),
    ([location, method]) => {
      const baseUrl = "https://up.example/v1";
      const url = new URL(`${baseUrl}/api/signals`);
      const target = redirectTarget(location, { method, url, upstream: { baseUrl }, publicOrigin: ORIGIN });
      claim(target === null || isBelowApi(target, baseUrl), "leaves /api/");
      claim(
        target === null || method === "GET" || target.pathname === "/v1/api/signals/",
        "a write was led elsewhere",
      );
    },
  ),
];
