import { renderToString } from "react-dom/server.edge";
import * as swr from "swr";
import useSWRSubscription from "swr/subscription";
import { describe, expect, it } from "vitest";
import useFirstValue, { SWRConfig, useSWRConfig } from "#worker/gateway/pages/stand-ins/swr.ts";

type Hooks = Pick<typeof swr, "default" | "SWRConfig" | "useSWRConfig"> & {
  readonly useSWRSubscription: typeof useSWRSubscription;
};

const REAL: Hooks = { ...swr, useSWRSubscription };
const IN_THE_BUNDLE = {
  default: useFirstValue,
  SWRConfig,
  useSWRConfig,
  useSWRSubscription: useFirstValue,
} as unknown as Hooks;

/** What a page can see of SWR while a server renders it. */
function renderWith(hooks: Hooks): string {
  const neverAsked = (): Promise<unknown> => Promise.reject(new Error("A server asks for nothing"));

  function Shown() {
    const known = hooks.default("/api/known/", neverAsked, { fallbackData: { count: 3 } });
    const unknown = hooks.default("/api/unknown/", neverAsked);
    const off = hooks.default(null, neverAsked);
    const live = hooks.useSWRSubscription("/api/live/", neverAsked as never);
    const { cache } = hooks.useSWRConfig();
    const answers = [known, unknown, off, live].map(({ data, error }) => ({ data, error: String(error) }));
    return JSON.stringify({ answers, keys: [...cache.keys()] });
  }

  return renderToString(
    <hooks.SWRConfig value={{ provider: () => new Map() }}>
      <Shown />
    </hooks.SWRConfig>,
  );
}

describe("SWR in the worker's bundle", () => {
  it("shows what SWR shows on a server", () => {
    const shown = renderWith(IN_THE_BUNDLE);
    expect(shown).toContain("{&quot;count&quot;:3}");
    expect(shown).toBe(renderWith(REAL));
  });

  it("has nothing to change", () => {
    expect(() => useFirstValue("/api/known/", null).mutate()).toThrow(TypeError);
    expect(() => useSWRConfig().mutate()).toThrow(TypeError);
  });
});
