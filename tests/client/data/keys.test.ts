import { describe, expect, it } from "vitest";
import { signalKey, signalsCsvHref, signalsKey, tradersKey } from "#client/data/keys.ts";

const query = (text: string) => new URLSearchParams(text);

describe("the key of a list of signals", () => {
  it("passes on what the API knows and nothing else", () => {
    expect(signalsKey(query("asset=EUR%2FUSD&utm_source=x&outcome=won&cursor=12"))).toBe(
      "/api/signals/?asset=EUR%2FUSD&outcome=won&cursor=12",
    );
  });

  it("is the same for a form sent empty and no form at all", () => {
    expect(signalsKey(query("trader=&asset=+&from="))).toBe("/api/signals/");
  });

  it("turns typed dates into the API's, and leaves to the API what is none", () => {
    expect(signalsKey(query("from=11/21/2026&to=12.31.2026"))).toBe(
      "/api/signals/?from=2026-11-21&to=12.31.2026",
    );
  });

  it("passes a name on as it is typed, without what nobody sees: the API finds it by any part", () => {
    for (const typed of ["+North+Light", "North+Light%E2%80%8B+"]) {
      expect(signalsKey(query(`trader=${typed}`))).toBe("/api/signals/?trader=North+Light");
    }
  });

  it("turns days of a zone into the same instants for everyone, and leaves days in UTC as dates", () => {
    const asked = "from=2026-03-29&to=2026-03-29";
    expect(signalsKey(query(asked))).toBe("/api/signals/?from=2026-03-29&to=2026-03-29");
    // A day of 23 hours.
    expect(signalsKey(query(`${asked}&zone=Europe/Berlin`))).toBe(
      "/api/signals/?from=2026-03-28T23%3A00%3A00.000Z&to=2026-03-29T21%3A59%3A59.999Z",
    );
    expect(signalsKey(query("from=03/04/2026"))).toBe("/api/signals/?from=2026-03-04");
    expect(signalsKey(query("from=03/04/2026&dates=dmy"))).toBe("/api/signals/?from=2026-04-03");
  });

  it("exports the whole selection, not the page", () => {
    expect(signalsCsvHref(query("outcome=lost&cursor=9"))).toBe("/api/signals/export.csv/?outcome=lost");
  });
});

it("keeps a name from the address inside its path segment", () => {
  expect(signalKey("../auth/me")).toBe("/api/signals/..%2Fauth%2Fme/");
});

it("asks for the order and page of the ranking", () => {
  expect(tradersKey(query("sort=net&cursor=1,2&x=y"))).toBe("/api/traders/?sort=net&cursor=1%2C2");
});
