import { describe, expect, it } from "vitest";
import { renderToStaticMarkup, renderToString } from "#worker/gateway/pages/stand-ins/unused-renderer.ts";

describe("what stands for the renderer that does not stream", () => {
  it.each([renderToString, renderToStaticMarkup])("fails plainly rather than render nothing", (render) => {
    expect(() => render()).toThrow("Every page of this site is streamed");
  });
});
