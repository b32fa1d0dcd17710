/** What visitors ask for: mostly pages that many read, some that nobody has asked for yet, and the API. */

export interface SoakRequest {
  readonly kind: "kept page" | "rendered page" | "payload" | "API";
  readonly path: string;
}

type Kind = SoakRequest["kind"];

const LANGUAGES = ["en", "de", "fr", "it", "es"];
const PAGES = ["", "/signal", "/traders", "/about", "/instruction", "/terms", "/login"];
const CALLS = [
  "/api/summary/",
  "/api/signals/?limit=20",
  "/api/traders/?sort=rank",
  "/api/ledger/head/",
  "/api/live/events/?after=0",
];
const SHARES: readonly (readonly [Kind, number])[] = [
  ["kept page", 0.6],
  ["API", 0.25],
  ["payload", 0.05],
  ["rendered page", 0.1],
];

/** The same requests in the same order in every run: all kinds evenly mixed, by a fixed sequence instead of chance. */
export function soakRequest(index: number): SoakRequest {
  // Multiples of the golden ratio spread evenly over 0 to 1.
  const spread = (index * 0.618_033_988_75) % 1;
  let upTo = 0;
  const kind = SHARES.find(([, share]) => spread < (upTo += share))?.[0] ?? "kept page";
  return { kind, path: pathOf(kind, index) };
}

function pathOf(kind: Kind, index: number): string {
  const page = `/${at(LANGUAGES, index)}${at(PAGES, Math.floor(index / LANGUAGES.length))}`;
  switch (kind) {
    case "kept page":
      return page;
    case "rendered page":
      // No page knows this parameter, so the gateway renders for it each time.
      return `${page}?soak=${index}`;
    case "payload":
      return `/${at(LANGUAGES, index)}/signal/_payload.json`;
    case "API":
      return at(CALLS, index);
  }
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? "";
}
