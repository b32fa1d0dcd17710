import { describe, expect, it } from "vitest";
import { canLoadDocument } from "#client/app/browser/document-load.ts";

describe("canLoadDocument", () => {
  it.each([
    [{ onLine: true }, true],
    [{ onLine: true, serviceWorker: { controller: null } }, true],
    [{ onLine: false, serviceWorker: { controller: {} } }, true],
    [{ onLine: false, serviceWorker: { controller: null } }, false],
    [{ onLine: false }, false],
  ])("with %j, of another page, is %s", (source, expected) => {
    expect(canLoadDocument(source, false)).toBe(expected);
  });

  it.each([
    [{ onLine: true }, true],
    [{ onLine: false, serviceWorker: { controller: {} } }, false],
  ])("with %j, of the page shown, is %s", (source, expected) => {
    expect(canLoadDocument(source, true)).toBe(expected);
  });
});
