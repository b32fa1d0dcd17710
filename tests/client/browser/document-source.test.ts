import { describe, expect, it } from "vitest";
import { canLoadDocument } from "#client/browser/document-source.ts";

describe("canLoadDocument", () => {
  it.each([
    [{ onLine: true }, true],
    [{ onLine: true, serviceWorker: { controller: null } }, true],
    [{ onLine: false, serviceWorker: { controller: {} } }, true],
    [{ onLine: false, serviceWorker: { controller: null } }, false],
    [{ onLine: false }, false],
  ])("with %j is %s", (source, expected) => {
    expect(canLoadDocument(source)).toBe(expected);
  });
});
