/** A message may be 16 KiB of anything, and parsing it must stay cheap. Not in workerd, whose clock does not advance during computation. */
import process from "node:process";
import { expect, it } from "vitest";
import { MAX_ALERT_BYTES } from "#shared/limits/ingest.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";
import { keptText } from "#worker/api/ingest/redact.ts";
import { parseJson } from "#worker/api/json-text.ts";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";

const PIECES = [
  "9",
  "a",
  "key",
  "token",
  "a_",
  "api-key",
  "secret ",
  "= ",
  'auth"',
  'a="',
  "\t",
  "buy ",
  "12:3",
  "{{",
  "UTC+",
];

it.each(PIECES)("a message that repeats only %j is parsed quickly", (piece) => {
  const message = piece.repeat(MAX_ALERT_BYTES / piece.length);
  const before = process.threadCpuUsage();
  parseAlert(message);
  keptText(message);
  // Linear readers take under 5 ms; the quadratic one that stood here took 1,200.
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100);
});

it.each(['"\\\\":1,', '"\\\\",', '"a":1,', '"a":[', '"', '\\"', '"": ', " ", '{"":'])(
  "JSON that repeats only %j is parsed quickly",
  (piece) => {
    const count = MAX_REQUEST_BODY_BYTES / piece.length;
    const before = process.threadCpuUsage();
    for (const [start, end] of [
      ["{", '"b":1}'],
      ["[", "1]"],
      ['"', '"'],
    ] as const) {
      parseJson(`${start}${piece.repeat(count)}${end}`);
    }
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100);
  },
);

it.each([
  ["deep", `${'{"a":'.repeat(2_700)}1${"}".repeat(2_700)}`],
  [
    "wide",
    `{${Array.from({ length: 1_200 }, (_, index) => `"a${index}":"b"`).join()},"ticker":"EURUSD","action":"buy"}`,
  ],
  ["a long remark", JSON.stringify({ ticker: "EURUSD", action: "buy", comment: "exit tp -_".repeat(1_500) })],
])("a message that is %s is parsed quickly", (_, message) => {
  const before = process.threadCpuUsage();
  parseAlert(message);
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100);
});
