/** The limits that texts mention are those of the contracts. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { NewIngestKey } from "#shared/contracts/ingest-keys.ts";
import { Confidence } from "#shared/contracts/ledger.ts";
import { NewPasskey } from "#shared/contracts/passkeys.ts";
import { Price } from "#shared/contracts/prices.ts";
import { AccountName } from "#shared/contracts/profile.ts";
import { Passcode, PocketoptionId } from "#shared/contracts/session.ts";
import { Asset, isLifeInBounds, Payout, PublicReason } from "#shared/contracts/signals.ts";
import { Handle, NewTrader } from "#shared/contracts/traders.ts";
import { NewWebhook } from "#shared/contracts/webhooks.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { readServerTexts } from "#worker/build/server-texts.ts";

/** Just below the least, the least, the most, just above the most. */
const AT_BOTH_LIMITS = [false, true, true, false];
const letters = (length: number) => "a".repeat(length);

describe("a length in characters", () => {
  it.each([
    ["asset", Asset, BOUNDS.asset],
    ["handle", Handle, BOUNDS.traderHandle],
    ["account id", PocketoptionId, BOUNDS.accountId],
    ["passcode", Passcode, BOUNDS.passcode],
    ["reason", PublicReason, BOUNDS.reason],
    ["trader's name", NewTrader.entries.name, BOUNDS.label],
    ["webhook's name", NewWebhook.entries.description, BOUNDS.label],
    ["passkey's name", NewPasskey.entries.label, BOUNDS.passkeyLabel],
  ])("of a %s is valid at both limits and invalid beyond", (_name, schema, { min, max }) => {
    const fits = [min - 1, min, max, max + 1].map((length) => v.is(schema, letters(length)));
    expect(fits).toEqual(AT_BOTH_LIMITS);
  });

  it("of a member's name may be zero", () => {
    const { max } = BOUNDS.accountName;
    const fits = [0, max, max + 1].map((length) => v.is(AccountName, letters(length)));
    expect(fits).toEqual([true, true, false]);
  });
});

describe("a number", () => {
  it("for a payout or a probability is valid at both limits and invalid beyond", () => {
    const { min, max } = BOUNDS.payout;
    const payouts = [0, min / 100, max / 100, max / 100 + 0.0001];
    expect(payouts.map((share) => v.is(Payout, share))).toEqual(AT_BOTH_LIMITS);
    const { min: low, max: high } = BOUNDS.confidence;
    const percents = [low - 1, low, high, high + 1];
    expect(percents.map((percent) => v.is(Confidence, percent))).toEqual(AT_BOTH_LIMITS);
  });

  it("of digits of a price is limited on both sides of the decimal point", () => {
    const digits = (count: number) => "1".repeat(count);
    const { max } = BOUNDS.priceDigits;
    expect(v.is(Price, `${digits(max)}.${digits(max)}`)).toBe(true);
    expect(v.is(Price, `${digits(max + 1)}.1`)).toBe(false);
    expect(v.is(Price, `1.${digits(max + 1)}`)).toBe(false);
  });

  it("of seconds is valid at both limits and invalid beyond", () => {
    const runs = (seconds: number) => isLifeInBounds({ entryAtMs: 0, expiresAtMs: seconds * 1000 });
    const key = (part: object) => v.is(NewIngestKey, { trader: "aa", label: "a", ...part });
    for (const [{ minSeconds, maxSeconds }, isValid] of [
      [BOUNDS.life, runs],
      [BOUNDS.keyEntryDelay, (seconds: number) => key({ entry_delay_seconds: seconds })],
      [BOUNDS.keyLife, (seconds: number) => key({ life_seconds: seconds })],
    ] as const) {
      const seconds = [minSeconds - 1, minSeconds, maxSeconds, maxSeconds + 1];
      expect(seconds.map(isValid)).toEqual(AT_BOTH_LIMITS);
    }
  });
});

it.each([
  ["en", "from 0.01 to 100%", "1 to 31,622,400 seconds (366 days)"],
  ["de", "von 0,01 bis 100 %", "1 bis 31.622.400 Sekunden (366 Tage)"],
  ["fr", "de 0,01 à 100\u202f%", "1 à 31\u202f622\u202f400 secondes (366 jours)"],
] as const)("limits in texts use the number format of %s", (language, payout, life) => {
  const { t } = createI18n(language, readServerTexts(language));
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  expect(plain(t("problems.payout", { ns: "admin" }))).toContain(payout);
  expect(plain(t("problems.lifeBound", { ns: "admin" }))).toContain(life);
});

it.each(LANGUAGES)("every text with a limit is filled in in %s", (language) => {
  const texts = readServerTexts(language);
  const i18n = createI18n(language, texts);
  const named: string[] = [];
  const look = (namespace: string, value: unknown, path: readonly string[]): void => {
    if (typeof value === "string") {
      if (value.includes("{{bounds.")) named.push(i18n.t(path.join("."), { ns: namespace }));
      return;
    }
    if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) look(namespace, part, [...path, key]);
  };
  for (const [namespace, value] of Object.entries(texts)) look(namespace, value, []);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((text) => !/\d/.test(text) || /\{\{|NaN|undefined/.test(text))).toEqual([]);
});
