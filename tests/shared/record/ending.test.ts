import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { endDraft, type Ending, endingOf, saidOfEnd, settledByOf } from "#shared/record/ending.ts";
import { chained, EVIDENCE, instant } from "#tests/support/chained.ts";
import { GAP, RISEN } from "#tests/support/priced-acts.ts";

const ENDINGS: readonly (readonly [kind: "settled" | "voided", by: string, ending: Ending, said: object])[] =
  [
    ["settled", "hand", { cause: "result", outcome: "won", evidence: EVIDENCE }, { evidence: EVIDENCE }],
    ["settled", "prices", { cause: "prices", outcome: "won", prices: [RISEN] }, { prices: [RISEN] }],
    ["settled", "deadline", { cause: "deadline", outcome: "lost" }, {}],
    ["voided", "hand", { cause: "void", outcome: "void", reason: "no quotes" }, { void_reason: "no quotes" }],
    ["voided", "prices", { cause: "no_price", outcome: "void", prices: [GAP] }, { prices: [GAP] }],
    ["voided", "deadline", { cause: "no_price", outcome: "void" }, {}],
  ];

describe.each(ENDINGS)("an ending that is %s by %s", (kind, by, ending, said) => {
  it("is read from its ledger entry as it was written", async () => {
    const [entry] = await chained([{ at: instant(0), ...endDraft("a", ending) }]);
    const read = v.parse(LedgerEntry, entry);
    if (read.kind !== "settled" && read.kind !== "voided") throw new Error("not an ending");
    if ("cause" in read.payload && read.payload.cause === "correction") throw new Error("not an ending");
    expect(read).toMatchObject({ kind, signal_id: "a" });
    expect(endingOf(read.payload)).toEqual(ending);
  });

  it("shows who decided it, and by what", () => {
    expect(settledByOf(ending)).toBe(by);
    expect(saidOfEnd(ending)).toEqual({ void_reason: null, prices: null, evidence: null, ...said });
  });
});
