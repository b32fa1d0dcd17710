/**
 * Lines over time, in one plot or several below each other. Pointer, touch and the arrow keys select a moment, whose values are
 * shown for all plots; a drag, a pinch and the keys + and − zoom. A table has all values as well.
 */
import { bisectCenter } from "d3-array";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { Plots, type PlotsProps } from "./plots.tsx";
import { PointTable } from "./point-table.tsx";
import { momentsOf, type Note, type Panel, type Span, valueAt } from "./series.ts";
import { useGestures } from "./use-gestures.ts";
import { momentAt, scaled } from "./zoom.ts";

export interface LineChartProps extends Pick<PlotsProps, "label" | "writeTick" | "locale" | "direction"> {
  /** Name of the control that selects a moment, and of the table. */
  readonly name: string;
  /** The plots, from the top; names of series are unique. */
  readonly panels: readonly Panel[];
  /** The whole time axis, shown at first. A new value needs a new `key`. */
  readonly whole: Span;
  readonly note?: Note;
  /** Controls below the picture. */
  readonly children?: ReactNode;
}

const ZOOM_STEP = 1.5;

export function LineChart({ name, panels, whole, note, children, ...looks }: LineChartProps) {
  const { t } = useTranslation("live");
  const hintId = useId();
  /** The selected moment. Null at first: then the ends of the lines are shown. */
  const [atMs, setAtMs] = useState<number | null>(null);
  const [zoomed, setZoomed] = useState<Span | null>(null);
  const span = zoomed ?? whole;
  const moments = momentsOf(panels, span);
  const index = atMs === null ? moments.length - 1 : bisectCenter(moments, atMs);
  const shownMs = moments[index] ?? span.toMs;
  const readings = readingsAt(shownMs, panels, note);
  const day = dayFormat(looks.locale);
  const { chosen, handlers } = useGestures({
    span,
    whole,
    isRightToLeft: looks.direction === "rtl",
    onRead: (place) => setAtMs(place === null ? null : momentAt(span, place)),
    onZoom: setZoomed,
  });

  function zoom({ key }: KeyboardEvent) {
    if (key === "+" || key === "=") setZoomed(scaled(span, 1 / ZOOM_STEP, shownMs, whole));
    else if (key === "-") setZoomed(scaled(span, ZOOM_STEP, shownMs, whole));
    else if (key === "Escape") setZoomed(null);
  }

  return (
    <div className="chart">
      <p className="chart__reading">
        <span>{day.format(shownMs)}</span>
        {readings.map(({ name: of, value, look }) => (
          <span key={of} className={look ? `chart__series--${look}` : "chart__note"}>
            {look ? <Swatch /> : null}
            {of} <b>{value}</b>
          </span>
        ))}
      </p>
      {/* A label, so that a press on the picture focuses the control, and pointing at it starts the application. */}
      <label className="chart__picture" {...handlers}>
        <Plots
          {...looks}
          panels={panels}
          span={span}
          atMs={atMs === null ? null : shownMs}
          chosen={chosen && [chosen[0] * 100, chosen[1] * 100]}
        />
        <input
          className="chart__slider"
          type="range"
          min={0}
          max={moments.length - 1}
          value={index}
          aria-label={name}
          aria-valuetext={[
            day.format(shownMs),
            ...readings.map(({ name: of, value }) => `${of} ${value}`),
          ].join(", ")}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => setAtMs(moments[currentTarget.valueAsNumber] ?? null)}
          onKeyDown={zoom}
        />
      </label>
      <p id={hintId} className="visually-hidden">
        {t("chart.keys")}
      </p>
      <div className="chart__tools">
        {children}
        {zoomed === null ? null : <Button onClick={() => setZoomed(null)}>{t("chart.reset")}</Button>}
      </div>
      <PointTable name={name} panels={panels} whole={whole} note={note} day={day} />
    </div>
  );
}

interface Reading {
  readonly name: string;
  readonly value: string;
  readonly look?: string;
}

function readingsAt(atMs: number, panels: readonly Panel[], note: Note | undefined): readonly Reading[] {
  return [
    ...panels.flatMap(({ series, format }) =>
      series.map(({ name, look, points }) => {
        const value = valueAt(points, atMs);
        return { name, look, value: value === null ? "—" : format(value) };
      }),
    ),
    ...(note ? [{ name: note.name, value: note.of(atMs) }] : []),
  ];
}

function Swatch() {
  return (
    <svg className="chart__swatch" width="14" height="8" aria-hidden="true">
      <line className="chart__line" x1="0" x2="14" y1="4" y2="4" />
    </svg>
  );
}

/** Days in UTC, like the time axis. */
function dayFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
}
