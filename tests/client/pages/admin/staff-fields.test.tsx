import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { assetsFor, handleOf, LocalTimeField } from "#client/pages/admin/staff-fields.tsx";
import { InLanguage } from "#tests/client/in-language.tsx";

const TRADERS = [
  { handle: "north-light", name: "North Light" },
  { handle: "twin-a", name: "Twin" },
  { handle: "twin-b", name: "TWIN" },
];

it.each([
  ["north-light", "north-light", TRADERS],
  [" North-Light\u200b", "north-light", TRADERS],
  ["North Light", "north-light", TRADERS],
  // Part of a name is nobody's, and neither is a name that two have.
  ["north", "north", TRADERS],
  ["Twin", "twin", TRADERS],
  ["", "", TRADERS],
  // Without a list of traders, the text is the handle.
  ["North-Light", "north-light", []],
])("the trader field reads %j as the handle %j", (typed, handle, traders) => {
  expect(handleOf(typed, traders)).toBe(handle);
});

it.each([
  ["eur", ["EUR/USD", "EURUSD_otc"]],
  ["usdsek", ["USD/SEK"]],
  ["eurusd", ["EUR/USD", "EURUSD_otc"]],
  ["USD/SEK", []],
])("the asset field suggests for %j the assets %j", (typed, assets) => {
  const known = ["EUR/USD", "EURUSD_otc"];
  expect(assetsFor(typed, known).map(({ value }) => value)).toEqual(assets);
});

function timeFieldAt(instant: string, error?: string): string {
  return renderToStaticMarkup(
    <InLanguage language="en">
      <LocalTimeField
        name="entry_at"
        error={error}
        label="Entry"
        zone="Europe/Berlin"
        defaultMs={Date.parse(instant)}
      />
    </InLanguage>,
  );
}

it.each([
  ["2026-10-25T00:30:40Z", "first"],
  ["2026-10-25T01:30:40Z", "second"],
])("the time field selects the right one of two equal local times: %s is the %s", (instant, which) => {
  const markup = timeFieldAt(instant);
  expect(markup).toContain('value="2026-10-25T02:30:40"');
  expect(markup).toContain(`<option value="${which}" selected="">`);
  expect(markup).toMatch(/02:30 GMT\+2<.*02:30 GMT\+1</);
});

it("the time field asks which of two equal local times is meant only when there are two", () => {
  expect(timeFieldAt("2026-10-25T02:30:00Z")).not.toContain("<select");
});

it("the time field marks the question as invalid if it is shown, and otherwise the input", () => {
  expect(timeFieldAt("2026-10-25T00:30:00Z", "Say which.")).toMatch(/<select[^>]*aria-invalid="true"/);
  expect(timeFieldAt("2026-10-25T02:30:00Z", "No time.")).toMatch(/<input[^>]*aria-invalid="true"/);
});
