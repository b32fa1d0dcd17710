import { describe, expect, it } from "vitest";
import { drawDates, drawPanel, PATH_WIDTH } from "#client/ui/charts/draw.ts";
import type { ChartPoint, Panel, Series, Span } from "#client/ui/charts/series.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

const START_MS = Date.parse("2026-03-01T00:00:00.000Z");
const SPAN: Span = { fromMs: START_MS, toMs: START_MS + 4 * DAY_MS };

/** A value a day, from zero at the start. */
function series(...values: number[]): Series {
  const points = [0, ...values].map((value, day): ChartPoint => ({ atMs: START_MS + day * DAY_MS, value }));
  return { name: values.join(), points, look: "first", hasArea: true };
}

function draw(...all: Series[]) {
  const panel: Panel = { series: all, height: 180, format: String };
  return drawPanel(panel, SPAN);
}

/** The corners of a line's path. */
const cornersOf = (path = "") =>
  path
    .slice(1)
    .split("L")
    .map((corner) => corner.split(",").map(Number));

describe("the picture of a chart", () => {
  it("holds each value until the next: a line of steps from edge to edge", () => {
    const [line] = draw(series(1, 2, 3, 2)).lines;
    const corners = cornersOf(line?.line);
    expect(corners[0]?.[0]).toBe(0);
    expect(corners.at(-1)?.[0]).toBe(PATH_WIDTH);
    for (const [index, [x, y]] of corners.entries()) {
      const before = corners[index - 1];
      expect(!before || before[0] === x || before[1] === y).toBe(true);
    }
    expect(line?.end).toMatchObject({ value: 2 });
  });

  it("draws gains above and losses below zero, all inside the plot", () => {
    const { lines, zero } = draw(series(2, -3));
    const heights = cornersOf(lines[0]?.line).map(([, y = Number.NaN]) => y);
    const [highest, lowest] = [Math.min(...heights), Math.max(...heights)];
    expect(highest).toBeLessThan(zero);
    expect(lowest).toBeGreaterThan(zero);
    expect([highest >= 0, lowest <= 180]).toEqual([true, true]);
    expect(lines[0]?.area).toContain(String(zero));
  });

  it("has round values on its scale, with zero among them", () => {
    expect(draw(series(-0.3, 0.3)).ticks.map(({ value }) => value)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(draw(series(17.2, 18.9)).ticks.map(({ value }) => value)).toContain(0);
  });

  it("draws what never left zero without invalid numbers", () => {
    expect(JSON.stringify(draw(series(0, 0)))).not.toMatch(/NaN|Infinity/);
  });

  it("keeps the values at the ends of lines apart", () => {
    const { lines } = draw(series(3, 4), series(3, 4.1), series(3, 3.9), series(-4, -4));
    const places = lines.map(({ end }) => end?.labelY ?? NaN).toSorted((one, other) => one - other);
    for (const [index, y] of places.slice(1).entries())
      expect(y - (places[index] ?? NaN)).toBeGreaterThan(14);
    expect(Math.max(...places)).toBeLessThanOrEqual(180);
  });

  it("writes months in the reader's language, and a year among them", () => {
    const year = { fromMs: Date.parse("2025-11-20T00:00:00Z"), toMs: Date.parse("2026-11-28T00:00:00Z") };
    expect(drawDates(year, "fr-FR").map(({ text }) => text)).toEqual(["2026", "avr.", "juil.", "oct."]);
    const summer = { fromMs: Date.parse("2026-05-20T00:00:00Z"), toMs: Date.parse("2026-09-20T00:00:00Z") };
    expect(drawDates(summer, "en-US").map(({ text }) => text)).toEqual(["Jun 2026", "Jul", "Aug", "Sep"]);
    const hours = { fromMs: START_MS, toMs: START_MS + DAY_MS / 2 };
    expect(drawDates(hours, "de-DE").map(({ text }) => text)).toContain("03:00");
  });

  it("places dates by time: a day in the middle of two stands in the middle", () => {
    const span = { fromMs: START_MS - DAY_MS, toMs: START_MS + DAY_MS };
    expect(drawDates(span, "en-US")).toContainEqual({ at: 50, text: "Mar 1" });
  });
});
