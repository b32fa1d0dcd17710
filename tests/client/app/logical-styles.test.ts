/** Styles name sides as the text runs, so that a language read from the right needs none of its own. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const SIDES = /(?<![\w-])(?:[a-z]+-)*(?:left|right)(?![\w-])/;
/** Margins and the like with four values, of which the second and the fourth differ. */
const UNEQUAL =
  /^(?:margin|padding|inset|border-width|border-radius|scroll-\w+)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(?!\2;)(\S+);$/;

/** Declarations that name a side of the screen. */
function physicalDeclarations(css: string): string[] {
  return css
    .replaceAll(/\/\*.*?\*\//gs, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => (line.includes(":") && SIDES.test(line)) || UNEQUAL.test(line));
}

describe("a style sheet", () => {
  it.each(globSync("client/**/*.css"))("%s names no left and no right", (file) => {
    expect(physicalDeclarations(readFileSync(file, "utf8"))).toEqual([]);
  });

  it("that does is found", () => {
    const css = `a {
      margin-left: 1px;
      text-align: right;
      left: 0;
      padding: 1px 2px 1px 3px;
      float: left;
      padding: 1px 2px 1px 2px;
      margin-inline-start: 1px; /* was left */
    }`;
    expect(physicalDeclarations(css)).toEqual([
      "margin-left: 1px;",
      "text-align: right;",
      "left: 0;",
      "padding: 1px 2px 1px 3px;",
      "float: left;",
    ]);
  });
});
