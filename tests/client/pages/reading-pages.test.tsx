import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";
import { summaryKey } from "#client/data/keys.ts";
import { AboutPage } from "#client/pages/about/about-page.tsx";
import { CookiePolicyPage } from "#client/pages/cookie-policy/cookie-policy-page.tsx";
import { InstructionPage } from "#client/pages/instruction/instruction-page.tsx";
import { PrivacyPolicyPage } from "#client/pages/privacy-policy/privacy-policy-page.tsx";
import { TermsPage } from "#client/pages/terms/terms-page.tsx";
import { VerifyPage } from "#client/pages/verify/verify-page.tsx";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import texts from "#shared/locales/en/verify.json" with { type: "json" };
import type { SitePart } from "#shared/site/site-parts.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { STORAGE_REGISTRY } from "#shared/site/storage-registry.ts";
import { EMPTY_TALLY } from "#shared/record/tally.ts";
import { BRAND } from "#tests/client/in-language.tsx";
import { type PageOptions, renderPage } from "#tests/client/render-page.tsx";

const PAGES: readonly (readonly [string, ComponentType])[] = [
  ["about", AboutPage],
  ["cookie-policy", CookiePolicyPage],
  ["instruction", InstructionPage],
  ["privacy-policy", PrivacyPolicyPage],
  ["terms", TermsPage],
  ["verify", VerifyPage],
];

const CASES = LANGUAGES.flatMap((language) => PAGES.map(([name, Page]) => [name, language, Page] as const));

const HEAD = { seq: 12, at: "2026-11-21T12:01:28.875Z", hash: "c0".repeat(32) };
const statistics = statisticsOf(EMPTY_TALLY);
const SUMMARY = { traders: 2, retired_traders: 1, signals: 0, statistics, head: HEAD };

const render = (
  Page: ComponentType,
  language: Language,
  site: Pick<PageOptions, "brand" | "absentParts"> = {},
) => renderPage(<Page />, { language, answers: { [summaryKey]: SUMMARY }, ...site });

describe("the text pages", () => {
  it.each(CASES)("show %s in %s without gaps, raw keys or raw markup", (_name, language, Page) => {
    const html = render(Page, language);
    const text = html.replaceAll(/<[^>]*>/g, " ");
    expect(text).not.toMatch(/\{\{|\}\}|\bundefined\b|\bNaN\b|returned an object/);
    expect(text).not.toMatch(/&lt;\/?[a-z]/);
    expect(text).not.toMatch(/\b(?:sections|measures|parts|table|tricks|purposes)\.\w/);
  });

  it.each(PAGES)("give %s one main heading, unique ids and working anchors", (_name, Page) => {
    const html = render(Page, "de");
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/ (?:href="#|aria-labelledby=")([^"]+)"/g)].map(([, id]) => id);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("show the hash of the ledger's newest entry on the about page, with its time in UTC", () => {
    const html = render(AboutPage, "en");
    expect(html).toContain(HEAD.hash);
    expect(html).toMatch(/Nov 21, 2026, 12:01:28 UTC/);
  });

  it("show the operator's name, escaped, and link its email address", () => {
    const html = render(PrivacyPolicyPage, "en");
    expect(html).toContain("Operator &amp; Sons, 1 Street");
    expect(html).toContain('href="mailto:mail@operator.example"');
  });

  it("say so if the operator has not set its name", () => {
    const html = render(TermsPage, "en", { brand: { ...BRAND, operatorName: "", contactEmail: "" } });
    expect(html).toContain("[not set by the operator]");
    expect(html).not.toContain("mailto:");
  });

  it("list in the cookie policy every entry of the storage registry", () => {
    const html = render(CookiePolicyPage, "de");
    for (const { name } of STORAGE_REGISTRY) expect(html).toContain(`<code>${name}</code>`);
    expect(html).toContain("365 Tage");
    expect(html).toContain("10 Sekunden");
  });

  it("compute the guide's example: 7 of 10 is 70%, with an interval from 39.7% to 89.2% and break-even at 54.1%", () => {
    const html = render(InstructionPage, "en");
    expect(html).toContain("won 7 of 10 signals: a win rate of 70%");
    expect(html).toContain("the 95% interval reaches from 39.7% to 89.2%");
    expect(html).toContain("At a payout of 85% the break-even rate is 54.1%");
    expect(html).toContain("(17.2%)");
    expect(html).toContain("within 24 hours of its expiry");
  });

  it("name tricks of witnesses, and the log’s formats, only where there is a log", () => {
    const html = (...absentParts: SitePart[]) => render(VerifyPage, "en", { absentParts });
    for (const id of ["tricks-witnesses", "log"]) expect(html()).toContain(`id="${id}"`);
    expect(html("log")).toContain('id="tricks-operator"');
    for (const id of ["tricks-witnesses", "log"]) expect(html("log")).not.toContain(`id="${id}"`);
  });

  it.each(LANGUAGES)("name in %s the rule for each trick, and where it is seen", (language) => {
    const html = render(VerifyPage, language);
    const rows = html.match(/<dt>[^<]+<\/dt><dd>[^<]+<\/dd><dd><strong>[^<]+<\/strong> \S/g);
    const { where: _label, ...groups } = texts.tricks;
    expect(rows).toHaveLength(Object.values(groups).flatMap(({ rows }) => Object.keys(rows)).length);
  });
});
