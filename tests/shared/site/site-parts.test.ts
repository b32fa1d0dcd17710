import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { isSitePart, PART_MARK, SITE_PARTS, textForSite } from "#shared/site/site-parts.ts";
import { leavesOf, namespacesOf, readTexts } from "#worker/commands/language/text-files.ts";

const ALL = Object.keys(SITE_PARTS).filter(isSitePart);

describe("the text for a site", () => {
  const text =
    "A.<with-ledger> B.</with-ledger><without-ledger> C.</without-ledger><with-record> D.</with-record>";

  it("has the words about its parts, and those in place of what it lacks", () => {
    expect(textForSite(text, [])).toBe("A. B. D.");
    expect(textForSite(text, ["ledger", "signals"])).toBe("A. C. D.");
    expect(textForSite(text, ALL)).toBe("A. C.");
  });

  it.each(LANGUAGES)("is never left with a mark, or with one of an unknown part: %s", (language) => {
    const texts = namespacesOf(language).flatMap((name) =>
      Array.from(leavesOf(readTexts(language, name)).values()),
    );
    expect(texts.map((one) => textForSite(one, ALL)).filter((one) => /<\/?with/.test(one))).toEqual([]);
    const named = texts.flatMap((one) => Array.from(one.matchAll(PART_MARK), ([, , name = ""]) => name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => name !== "record" && !isSitePart(name))).toEqual([]);
  });
});
