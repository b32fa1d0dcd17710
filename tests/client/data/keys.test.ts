import { describe, expect, it } from "vitest";
import { signalKey, signalsCsvHref, signalsKey, tradersKey } from "#client/data/keys.ts";

const query = (text: string) => new URLSearchParams(text);

describe("the key of a list of signals", () => {
  it("keeps the parameters that the API knows and drops all others", () => {
    expect(signalsKey(query("asset=EUR%2FUSD&utm_source=x&outcome=won&cursor=12"))).toBe(
      "/api/signals/?asset=EUR%2FUSD&outcome=won&cursor=12",
    );
  });

  it("is the same for an empty form and for no form", () => {
    expect(signalsKey(query("trader=&asset=+&from="))).toBe("/api/signals/");
  });

  it("converts typed dates to the API's format, and passes invalid dates on unchanged", () => {
    expect(signalsKey(query("from=11/21/2026&to=12.31.2026"))).toBe(
      "/api/signals/?from=2026-11-21&to=12.31.2026",
    );
  });

  it("passes a name on as it was typed, without spaces around it and invisible characters", () => {
    for (const typed of ["+North+Light", "North+Light%E2%80%8B+"]) {
      expect(signalsKey(query(`trader=${typed}`))).toBe("/api/signals/?trader=North+Light");
    }
  });

  it("converts dates to exact times if a time zone is given, and otherwise keeps UTC dates", () => {
    const asked = "from=2026-03-29&to=2026-03-29";
    expect(signalsKey(query(asked))).toBe("/api/signals/?from=2026-03-29&to=2026-03-29");
    // A day of 23 hours.
    expect(signalsKey(query(`${asked}&zone=Europe/Berlin`))).toBe(
      "/api/signals/?from=2026-03-28T23%3A00%3A00.000Z&to=2026-03-29T21%3A59%3A59.999Z",
    );
    expect(signalsKey(query("from=03/04/2026"))).toBe("/api/signals/?from=2026-03-04");
    expect(signalsKey(query("from=03/04/2026&dates=dmy"))).toBe("/api/signals/?from=2026-04-03");
  });

  it("covers the whole filtered list in the CSV export, without the cursor", () => {
    expect(signalsCsvHref(query("outcome=lost&cursor=9"))).toBe(
      "/api/signals/export.csv/?outcome=lost&for=excel",
    );
  });
});

it("the key of a signal encodes slashes, so that an id stays one path segment", () => {
  expect(signalKey("../auth/me")).toBe("/api/signals/..%2Fauth%2Fme/");
});

it("the key of the ranking has its sort order and page, and drops all other parameters", () => {
  expect(tradersKey(query("sort=net&cursor=1,2&x=y"))).toBe("/api/traders/?sort=net&cursor=1%2C2");
});
