import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LocalTimeField } from "#client/pages/admin/local-time-field.tsx";
import { InLanguage } from "../../in-language.tsx";

function markupAt(instant: string, error?: string): string {
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
])("the field selects the right one of two equal local times: %s is the %s", (instant, which) => {
  const markup = markupAt(instant);
  expect(markup).toContain('value="2026-10-25T02:30:40"');
  expect(markup).toContain(`<option value="${which}" selected="">`);
  expect(markup).toMatch(/02:30 GMT\+2<.*02:30 GMT\+1</);
});

it("the field asks which of two equal local times is meant only when there are two", () => {
  expect(markupAt("2026-10-25T02:30:00Z")).not.toContain("<select");
});

it("the field marks the question as invalid if it is shown, and otherwise the input", () => {
  expect(markupAt("2026-10-25T00:30:00Z", "Say which.")).toMatch(/<select[^>]*aria-invalid="true"/);
  expect(markupAt("2026-10-25T02:30:00Z", "No time.")).toMatch(/<input[^>]*aria-invalid="true"/);
});
