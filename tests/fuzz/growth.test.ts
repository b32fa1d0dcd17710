/**
 * What reads strangers' text takes about twice as long for twice the text. Not in workerd, whose clock does not advance during
 * computation.
 */
import process from "node:process";
import * as v from "valibot";
import { expect, it } from "vitest";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { ErrorReport } from "#shared/contracts/error-report.ts";
import { SearchQuery } from "#shared/contracts/search.ts";
import { Line } from "#shared/contracts/text.ts";
import { chosenLanguage, negotiateLanguage } from "#shared/site/decide-language.ts";
import { meantAddress, readPageAddress } from "#shared/site/page-address.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";
import { keptText } from "#worker/api/ingest/redact.ts";
import { parseJson } from "#worker/api/json-text.ts";
import { plainWords } from "#worker/http/fetch-bounded.ts";
import { framesAlone, withoutPersonalData } from "#worker/http/without-personal-data.ts";
import { wordsOf } from "./hostile-text.ts";

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "the stack of an error report": framesAlone,
  "a location in a stack": (text) => framesAlone(`    at ${text}:1:2`),
  "the message of an error report": withoutPersonalData,
  "an error report": (text) => v.safeParse(ErrorReport, { name: text, message: text, stack: text }),
  JSON: parseJson,
  "an object in JSON": (text) => parseJson(`{${text}"b":1}`),
  "a list in JSON": (text) => parseJson(`[${text}1]`),
  "a string in JSON": (text) => parseJson(`"${text}"`),
  "an alert": parseAlert,
  "the text kept of an alert": keptText,
  "a search": (q) => v.safeParse(SearchQuery, { q }),
  "a name": (text) => v.safeParse(Line, text),
  "an asset": canonicalAsset,
  "an Accept-Language field": negotiateLanguage,
  "a Cookie field": chosenLanguage,
  "an address": (text) => readPageAddress(`/de/traders/${text}`),
  "an address without a page": (text) => meantAddress(`/de/traders/${text}`),
  "words of an outside service": plainWords,
};

const WITH_SPACE = [" at :1:1", "at ", "\n", " ", "\t", "\u200b", "; ", "secret ", "= ", "buy ", '"": '];
const PIECES = [
  ...wordsOf(String.raw`
    a ? # . @a: @a:1:1 :1 1: / /a a@ a. eyJ 1.1. :: " ' ( -* ;q= language= %2E … key= _
    9 key token a_ api-key auth" a=" 12:3 {{ UTC+ "\\":1, "\\", "a":1, "a":[ \" {"":
  `),
  ...WITH_SPACE,
];

const SIZES = [4_096, 8_192, 16_384, 32_768];

/** The least of some runs, in milliseconds: the machine does other things too. */
function costOf(read: (text: string) => unknown, text: string): number {
  const runs = [0, 1].map(() => {
    const before = process.threadCpuUsage();
    read(text);
    return process.threadCpuUsage(before).user / 1_000;
  });
  return Math.min(...runs);
}

it.each(Object.entries(READERS))("reading %s takes time in proportion to its length", (_name, read) => {
  for (const piece of PIECES) {
    const textOf = (characters: number) => piece.repeat(Math.ceil(characters / piece.length)).concat("x");
    const costs = SIZES.map((characters) => costOf(read, textOf(characters)));
    for (const [at, half] of costs.slice(0, -1).entries())
      // Four times for twice the text is a square; some milliseconds are measured where nothing is done.
      expect(costs[at + 1], `${SIZES[at + 1]} characters of ${piece}`).toBeLessThan(3 * half + 10);
  }
});

it.each([
  ["deep", `${'{"a":'.repeat(2_700)}1${"}".repeat(2_700)}`],
  ["wide", `{${Array.from({ length: 1_200 }, (_, index) => `"a${index}":"b"`).join()},"ticker":"EURUSD"}`],
  ["a long remark", JSON.stringify({ ticker: "EURUSD", action: "buy", comment: "exit tp -_".repeat(1_500) })],
])("an alert that is %s is parsed quickly", (_, message) => {
  expect(costOf(parseAlert, message)).toBeLessThan(100);
});
