/** shared/README.md and wrangler.toml, which repeat limits of the code, have the same values. */
import { expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { MAX_ALERT_BYTES, MAX_ALERTS_PER_MINUTE } from "#shared/limits/ingest.ts";
import { LIVE_BACKLOG_LIMIT } from "#shared/contracts/live.ts";
import { MAX_PASSKEYS } from "#shared/contracts/passkeys.ts";
import { MAX_FOLLOWS } from "#shared/contracts/profile.ts";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import { tableUnder } from "#tests/support/markdown-table.ts";
import { GATEWAY_RETRY, MAX_TOKEN_ANSWER_BYTES } from "#shared/limits/calls.ts";
import { LEDGER_WAIT_MS } from "#shared/limits/ledger.ts";
import {
  LIVE_ROOMS,
  MAX_LIVE_MESSAGE_CHARACTERS,
  MAX_LIVE_SOCKETS,
  MAX_LIVE_SOCKETS_PER_ADDRESS,
} from "#shared/limits/live.ts";
import { MAX_PAGE_DATA_BYTES, PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";
import { MAX_PUSH_SUBSCRIPTIONS } from "#shared/limits/push.ts";
import {
  API_RATE,
  API_WRITE_RATE,
  HEADER_BOUNDS,
  MAX_BODY_WAIT_MS,
  MAX_JSON_LEVELS,
  MAX_LANGUAGE_FORM_BYTES,
  MAX_REQUEST_BODY_BYTES,
  REQUEST_BOUNDS,
} from "#shared/limits/requests.ts";
import {
  NEW_ACCOUNTS_PER_ADDRESS,
  PASSCODE_ATTEMPTS_PER_DEVICE,
  PASSCODE_ATTEMPTS_PER_KNOWN_ID,
  SIGN_IN_ATTEMPTS_OF_ALL,
  SIGN_IN_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_ATTEMPTS_PER_ID,
  SIGN_IN_DELAY_MS,
} from "#shared/limits/sessions.ts";

const number = new Intl.NumberFormat("en-US");
const characters = (count: number) => `${number.format(count)} characters`;
const seconds = (ms: number) => `${ms / 1000} s`;
const kib = (bytes: number) => `${number.format(bytes / 1024)} KiB`;
const attempts = ({ maxAttempts, windowMs }: { readonly maxAttempts: number; readonly windowMs: number }) =>
  `${maxAttempts} in ${windowMs / 60_000} minutes`;
const rate = ({ maxCalls, periodSeconds }: typeof API_RATE | typeof API_WRITE_RATE) =>
  `${number.format(maxCalls)} in ${periodSeconds} s`;

/** What is limited, to how much, what is answered beyond it. */
const LIMITS: readonly (readonly [string, string, string])[] = [
  ["address of a request", characters(REQUEST_BOUNDS.maxAddressCharacters), "414 `address_too_long`"],
  ["its query", characters(REQUEST_BOUNDS.maxQueryCharacters), "414 `address_too_long`"],
  ["parameters of a query", number.format(REQUEST_BOUNDS.maxQueryParameters), "400 `too_many_parameters`"],
  ["header fields", number.format(HEADER_BOUNDS.maxFields), "431 `headers_too_large`"],
  ["headers together", characters(HEADER_BOUNDS.maxCharacters), "431 `headers_too_large`"],
  ["body of an API call", kib(MAX_REQUEST_BODY_BYTES), "413 `payload_too_large`"],
  ["time for any body to arrive", seconds(MAX_BODY_WAIT_MS), "408 `request_timeout`"],
  ["levels of its JSON", String(MAX_JSON_LEVELS), "400 `parse_error`"],
  ["message to a hook", kib(MAX_ALERT_BYTES), "413 `payload_too_large`"],
  ["form of the language switch", kib(MAX_LANGUAGE_FORM_BYTES), "413 `payload_too_large`"],
  ["API calls of one address", rate(API_RATE), "429 `throttled`"],
  ["of these, writes", rate(API_WRITE_RATE), "429 `throttled`"],
  ["failed sign-ins on one account id", attempts(SIGN_IN_ATTEMPTS_PER_ID), "429 `throttled`"],
  ["failed sign-ins by one passkey", attempts(SIGN_IN_ATTEMPTS_PER_ID), "429 `throttled`"],
  ["failed sign-ins from one address", attempts(SIGN_IN_ATTEMPTS_PER_ADDRESS), "429 `throttled`"],
  ["failed sign-ins from a known device", attempts(PASSCODE_ATTEMPTS_PER_DEVICE), "429 `throttled`"],
  ["… from all that know one account", attempts(PASSCODE_ATTEMPTS_PER_KNOWN_ID), "429 `throttled`"],
  [
    "failed sign-ins of all others",
    attempts(SIGN_IN_ATTEMPTS_OF_ALL),
    `each waits ${seconds(SIGN_IN_DELAY_MS)}`,
  ],
  ["accounts made from one address", attempts(NEW_ACCOUNTS_PER_ADDRESS), "429 `throttled`"],
  ["signals published by one hook key", `${MAX_ALERTS_PER_MINUTE} in 60 s`, "429 `throttled`"],
  ["rows on a page of a list", String(PAGE_LIMIT.max), "400 `invalid_query`"],
  ["traders one member follows", String(MAX_FOLLOWS), "409 `too_many_follows`"],
  ["passkeys of one account", String(MAX_PASSKEYS), "409 `too_many_passkeys`"],
  ["browsers of one member with push", String(MAX_PUSH_SUBSCRIPTIONS), "the one given longest ago goes"],
  [`live readers of one room (of ${LIVE_ROOMS})`, number.format(MAX_LIVE_SOCKETS), "503 `room_full`"],
  ["of these, of one address", String(MAX_LIVE_SOCKETS_PER_ADDRESS), "429 `throttled`"],
  ["message of a live reader", characters(MAX_LIVE_MESSAGE_CHARACTERS), "close 1009"],
  ["missed live events sent one by one", String(LIVE_BACKLOG_LIMIT), "`reset`"],
  ["wait of a write for other writers", seconds(LEDGER_WAIT_MS), "503 `ledger_busy`"],
  ["one attempt at the upstream", seconds(GATEWAY_RETRY.attemptTimeoutMs), "504 `upstream_timeout`"],
  ["all attempts together", seconds(GATEWAY_RETRY.totalTimeoutMs), "504 `upstream_timeout`"],
  ["data of a page", seconds(PAGE_DATA_DEADLINE_MS), "page with 503"],
  ["one answer a page is made from", kib(MAX_PAGE_DATA_BYTES), "page with 503"],
  ["token answer of the upstream", kib(MAX_TOKEN_ANSWER_BYTES), "502 `upstream_invalid_answer`"],
  ["header fields of its answers", number.format(HEADER_BOUNDS.maxFields), "502 `upstream_invalid_answer`"],
  ["these headers together", characters(HEADER_BOUNDS.maxCharacters), "502 `upstream_invalid_answer`"],
];

it("the table of limits in shared/README.md has the values of the code", () => {
  expect(tableUnder("shared/README.md", "Limits")).toEqual(LIMITS);
});

it.each([
  ["API_RATE", API_RATE],
  ["API_WRITE_RATE", API_WRITE_RATE],
])("wrangler.toml limits %s as shared/limits/requests.ts does", (name, { maxCalls, periodSeconds }) => {
  const { ratelimits } = readWranglerConfig({ config: "wrangler.toml" });
  const simple = { limit: maxCalls, period: periodSeconds };
  expect(ratelimits).toContainEqual(expect.objectContaining({ name, simple }));
});
