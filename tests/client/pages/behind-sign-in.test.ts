import { describe, expect, it } from "vitest";
import * as unused from "#client/pages/behind-sign-in.ts";

describe("what stands in the worker for the views behind sign-in", () => {
  it.each(Object.entries(unused))("fails plainly rather than render nothing: %s", (_name, View) => {
    expect(() => View()).toThrow("The server renders nothing that is behind sign-in");
  });
});
