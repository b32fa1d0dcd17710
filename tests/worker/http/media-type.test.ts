import { describe, expect, it } from "vitest";
import { isJson, mediaType } from "#worker/http/media-type.ts";

describe("media types", () => {
  it.each([
    ["Text/HTML; charset=utf-8", "text/html"],
    [" application/json ", "application/json"],
    ["", ""],
    [null, ""],
  ])("reads %j as %j", (field, expected) => {
    expect(mediaType(field)).toBe(expected);
  });

  it.each([
    ["application/json", true],
    ["application/json; charset=utf-8", true],
    ["APPLICATION/PROBLEM+JSON", true],
    ["application/jsonp", false],
    ["text/json", false],
    ["application/a/b+json", false],
    [null, false],
  ])("decides whether %j is JSON: %j", (field, expected) => {
    expect(isJson(field)).toBe(expected);
  });
});
