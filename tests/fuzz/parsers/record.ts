/** What becomes part of the record or is made of it: alerts, ledger entries, feeds, exports. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { canonicalJson, type JsonValue } from "#shared/encoding/canonical-json.ts";
import { ALERT_PROBLEM_CODES } from "#shared/contracts/ingest-messages.ts";
import { MAX_KEPT_CHARACTERS } from "#shared/limits/ingest.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { formatDateText, parseDateText } from "#shared/time/date-text.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { instantOf, shareOf } from "#client/pages/admin/form-values.ts";
import { createLedgerMemory } from "#client/pages/signal/checked-record.ts";
import { csvCell } from "#worker/api/export-part.ts";
import { AlertProblem } from "#worker/api/ingest/alert.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";
import { type KeyTerms, placeAlert } from "#worker/api/ingest/place-alert.ts";
import { keptText } from "#worker/api/ingest/redact.ts";
import { atomFeed, jsonFeed } from "#worker/api/signals/feeds.ts";
import { hostileJson, hostileText, MARKUP_MARK, objectWith, wordsOf } from "../hostile-text.ts";
import { claim, property, type Property } from "../property.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const TERMS: KeyTerms = {
  trader: "north-light",
  payout: 0.85,
  entryDelaySeconds: 30,
  lifeSeconds: 300,
  minPayout: 0.0001,
  maxPayout: 10,
  minLifeSeconds: 1,
  maxLifeSeconds: 31_622_400,
  assets: [],
  takesConfidence: true,
};
const ALERT_FIELDS = wordsOf(`
  asset ticker direction action entry_at expires_at expires_in payout time sent_at max_lag id market_position
  prev_market_position comment reduceOnly type price close
`);
const word = fc.constantFrom(
  ...wordsOf("EURUSD buy sell up 5m M5 12:30 UTC UTC+3 85% expiry at call #AAPL OTC @ @1.0851"),
);
const alertText = fc.oneof(
  hostileText,
  fc.array(fc.oneof(word, hostileText), { maxLength: 7 }).map((words) => words.join(" ")),
  objectWith(ALERT_FIELDS, fc.oneof(word, hostileJson)).map((fields) => JSON.stringify(fields)),
  fc
    .array(fc.tuple(fc.constantFrom(...ALERT_FIELDS), fc.oneof(word, hostileText)))
    .map((pairs) => pairs.map((pair) => pair.join("=")).join("\n")),
);

const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
const LINK = ["seq", "at", "prev_hash", "hash", "kind", "signal_id", "payload"];
const kind = fc.constantFrom("published", "settled", "voided", "trader_joined");
const entries = fc.array(fc.oneof(hostileJson, objectWith(LINK, fc.oneof(fc.integer(), kind, hostileJson))), {
  maxLength: 4,
});

const signal: fc.Arbitrary<Signal> = fc
  .record({
    name: hostileText,
    handle: hostileText,
    asset: hostileText,
    reason: hostileText,
    id: hostileText.map((text) => text.toWellFormed()),
  })
  .map(({ name, handle, asset, reason, id }) =>
    someSignal({
      id,
      trader: { handle, name },
      asset,
      outcome: "void",
      is_late: true,
      void_reason: reason,
      settled_seq: 2,
    }),
  );

export const RECORD_PROPERTIES: readonly Property[] = [
  property("an alert is understood or refused with a known code and short reason", alertText, (text) => {
    const parsed = parseAlert(text);
    if (!parsed.ok) {
      const { code, message } = parsed.problem;
      claim(ALERT_PROBLEM_CODES.includes(code), code);
      return claim(/^[^\p{Cc}]{1,150}$/u.test(message), message);
    }
    claim(parsed.alert.asset !== "" && ["up", "down"].includes(parsed.alert.direction), "half understood");
    claim(!text.includes("{{"), "a placeholder is left");
    try {
      const placed = placeAlert(parsed.alert, TERMS, NOW_MS);
      claim(placed.trader === TERMS.trader, "another trader");
      claim(placed.entry_at >= NOW_MS, "entered before it was received");
    } catch (error) {
      claim(error instanceof AlertProblem, String(error));
    }
  }),
  property(
    "an alert that leaves no position is refused, whatever it stands in and beside",
    fc.tuple(hostileJson, fc.array(hostileText, { maxLength: 3 })),
    ([mood, outer]) => {
      const exit = { market_position: "flat" };
      const nested = outer.reduce<object>((inner, name) => ({ [`x${name}`]: inner }), exit);
      claim(!parseAlert(JSON.stringify({ ticker: "EURUSD", action: "sell", mood, ...nested })).ok, "taken");
    },
  ),
  property("what is kept of a message is short", alertText, (text) => {
    claim(keptText(text).length <= MAX_KEPT_CHARACTERS, "too long");
  }),
  property(
    "a secret in a message is not kept",
    fc.tuple(alertText, fc.constantFrom("token", "api_key", "Passphrase", "auth")),
    ([text, name]) => {
      claim(
        !keptText(JSON.stringify({ text, [name]: "s3cr3t-value" })).includes("s3cr3t-value"),
        "kept in JSON",
      );
      claim(!keptText(`${name}=s3cr3t-value`).includes("s3cr3t-value"), "kept in text");
    },
  ),
  property("no run of foreign entries holds as a chain", entries, async (run) => {
    const verdict = await verifyChain(run, { sha256 });
    claim(verdict.holds === (run.length === 0), "holds");
  }),
  property("canonical JSON says what it was made of", hostileJson, (value) => {
    let text: string;
    try {
      text = canonicalJson(value as JsonValue);
    } catch (error) {
      return claim(error instanceof Error, String(error));
    }
    claim(canonicalJson(JSON.parse(text)) === text, "differs");
  }),
  property(
    "a typed date is a day that exists or nothing",
    fc.oneof(
      hostileText,
      fc.tuple(fc.nat(14), fc.nat(33), fc.integer({ min: 900, max: 2100 })).map((parts) => parts.join("/")),
    ),
    (text) => {
      const date = parseDateText(text);
      if (date === null) return;
      claim(new Date(`${date}T00:00:00Z`).toISOString().startsWith(date), "no day");
      claim(parseDateText(formatDateText(date)) === date, "reads differently when written out");
    },
  ),
  property("what staff type is an instant or empty, a share or not a number", hostileText, (text) => {
    const instant = instantOf(text, "Europe/Berlin", "first");
    claim(instant === "" || !Number.isNaN(Date.parse(instant)), "no instant");
    claim(Number.isNaN(shareOf(text)) || shareOf(text) >= 0, "negative");
  }),
  property(
    "a remembered ledger head is one, or none",
    fc.oneof(
      hostileText,
      hostileJson.map((value) => JSON.stringify(value) ?? ""),
    ),
    (text) => {
      const storage = { getItem: () => text, setItem: () => undefined, removeItem: () => undefined };
      const head = createLedgerMemory(() => storage).recall();
      claim(head === null || /^[0-9a-f]{64}$/.test(head.hash), "no head");
    },
  ),
  property("a CSV cell is one cell and no formula", hostileText, (text) => {
    const cell = csvCell(text);
    claim(!/^"?[=+\-@]/.test(cell), "a formula");
    claim(/^(?:[^",\r\n]*|"(?:[^"]|"")*")$/.test(cell), "more than one cell");
  }),
  property(
    "feeds carry hostile names as text",
    fc.tuple(signal, fc.constantFrom(...LANGUAGES)),
    ([entry, language]) => {
      const feed = {
        language,
        url: "https://site.example/api/feeds/de/signals.atom?x=1",
        filters: {},
        signals: [entry],
      };
      const atom = atomFeed(feed);
      claim(!atom.includes(MARKUP_MARK) && !atom.includes("</script") && !atom.includes("<!--"), "markup");
      claim(!/[^\P{Cc}\t\n\r\u007f-\u009f]/u.test(atom), "control characters");
      JSON.stringify(jsonFeed(feed));
    },
  ),
];
