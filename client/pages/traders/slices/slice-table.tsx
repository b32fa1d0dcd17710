/** Slices of one kind. */
import { useTranslation } from "react-i18next";
import { type Formats, rateTexts, useFormats } from "#client/features/figures/formats.ts";
import { SampleText, WinRateBar } from "#client/features/figures/win-rate.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import type { SliceKind } from "#shared/contracts/slices.ts";
import type { SliceFigures } from "#shared/record/slices.ts";
import { DAY_MS, HOUR_MS } from "#shared/time/time-units.ts";

export interface SliceTableProps {
  readonly by: SliceKind;
  readonly figures: readonly SliceFigures[];
}

export function SliceTable({ by, figures }: SliceTableProps) {
  const { t } = useTranslation("traders");
  return (
    <DataTable<SliceFigures>
      caption={t("slices.caption", { kind: t(`slices.by.${by}`) })}
      columns={useColumns(by)}
      rows={figures}
      rowKey={({ key }) => key}
      layout="slices"
      empty={<p>{t("slices.none")}</p>}
    />
  );
}

function useColumns(by: SliceKind): readonly Column<SliceFigures>[] {
  const { t } = useTranslation(["traders", "common"]);
  const formats = useFormats();
  return [
    {
      key: "slice",
      header: t(`slices.by.${by}`),
      cell: ({ key }) => <bdi>{sliceName(by, key, formats)}</bdi>,
    },
    {
      key: "sample",
      header: t("list.sample"),
      cell: ({ statistics }) => <SampleText statistics={statistics} />,
    },
    {
      key: "rate",
      header: t("common:record.winRate"),
      isNumber: true,
      cell: ({ statistics }) => formats.percent(statistics.win_rate),
    },
    {
      key: "interval",
      header: t("list.interval"),
      sorted: by === "asset" ? "descending" : undefined,
      cell: ({ statistics }) => (
        <span className="two-lines">
          <WinRateBar statistics={statistics} />
          {statistics.interval === null ? null : (
            <small>{t("list.range", rateTexts(statistics, formats))}</small>
          )}
        </span>
      ),
    },
    {
      key: "breakEven",
      header: t("slices.breakEven"),
      isNumber: true,
      cell: ({ statistics }) => formats.percent(statistics.break_even),
    },
  ];
}

/** Monday, 1 January 2024. */
const SOME_MONDAY_MS = Date.UTC(2024, 0, 1);

/** Returns the label for a contract key in the language of the page. */
function sliceName(by: SliceKind, key: string, { locale, duration }: Formats): string {
  const at = (epochMs: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(epochMs);
  switch (by) {
    case "asset":
      return key;
    case "duration":
      return duration(Number(key));
    case "hour": {
      const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
      const startMs = SOME_MONDAY_MS + Number(key) * HOUR_MS;
      return `${at(startMs, clock)} – ${at(startMs + HOUR_MS, clock)}`;
    }
    case "weekday":
      return at(SOME_MONDAY_MS + (Number(key) - 1) * DAY_MS, { weekday: "long" });
    case "month":
      return at(Date.parse(`${key}-01`), { year: "numeric", month: "long" });
  }
}
