import { describe, expect, it } from "vitest";
import { toBlocks } from "#client/ui/reading-page/text-blocks.tsx";

describe("toBlocks", () => {
  it("makes each line a paragraph, and joins neighbouring bullets into one list and numbers into one list of steps", () => {
    expect(toBlocks(["We", "say:", "- a", "- b", "1. c", "2. d", "- e"])).toEqual([
      { kind: "paragraph", text: "We" },
      { kind: "paragraph", text: "say:" },
      { kind: "list", items: ["a", "b"] },
      { kind: "steps", items: ["c", "d"] },
      { kind: "list", items: ["e"] },
    ]);
  });

  it("leaves a number or a dash inside a sentence alone", () => {
    expect(toBlocks(["1 of 10 - or so"])).toEqual([{ kind: "paragraph", text: "1 of 10 - or so" }]);
  });
});
