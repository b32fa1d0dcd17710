import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Calendar } from "#client/ui/date-field/calendar.tsx";

function render(chosen: string | null): string {
  const labels = { previous: "Previous month", next: "Next month" };
  return renderToString(
    <Calendar
      chosen={chosen}
      locale="en-US"
      labels={labels}
      weekStart={undefined}
      timeZone="UTC"
      onChoose={() => {}}
    />,
  );
}

beforeEach(() => void vi.setSystemTime("2026-11-23T12:00:00Z"));
afterEach(() => void vi.useRealTimers());

it("the calendar marks the chosen day and today differently", () => {
  const html = render("2026-11-21");
  expect(html).toMatch(/<button[^>]* aria-current="date" aria-label="Monday, November 23, 2026"/);
  expect(html).toMatch(/<button[^>]* aria-pressed="true" aria-label="Saturday, November 21, 2026"/);
  expect(html.match(/aria-current|aria-pressed/g)).toHaveLength(2);
});

it("the calendar opens at today if no day is chosen", () => {
  const html = render(null);
  expect(html).toMatch(/tabindex="0" aria-current="date" aria-label="Monday, November 23, 2026"/i);
  expect(html).not.toContain("aria-pressed");
});
