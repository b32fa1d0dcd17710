import { describe, expect, it } from "vitest";
import * as unused from "#client/browser-only.ts";

describe("what stands in the worker for what only a browser shows", () => {
  it.each(Object.entries(unused))("fails plainly rather than render nothing: %s", (_name, View) => {
    expect(() => View()).toThrow("The server does not render what only a browser shows");
  });
});
