import { describe, expect, it } from "vitest";
import { canLoadDocument } from "#client/app/browser/document-load.ts";

describe("canLoadDocument", () => {
  it.each([
    [{ onLine: true }, true],
    [{ onLine: true, serviceWorker: { controller: null } }, true],
    [{ onLine: false, serviceWorker: { controller: {} } }, true],
    [{ onLine: false, serviceWorker: { controller: null } }, false],
    [{ onLine: false }, false],
  ])("returns for %j, when the document is another page: %s", (source, expected) => {
    expect(canLoadDocument(source, false)).toBe(expected);
  });

  it.each([
    [{ onLine: true }, true],
    [{ onLine: false, serviceWorker: { controller: {} } }, false],
  ])("returns for %j, when the document is the page being shown: %s", (source, expected) => {
    expect(canLoadDocument(source, true)).toBe(expected);
  });
});
