/** Page speed for real visitors: the 75th percentile of each metric, with its rating. */
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { type Vital, VITALS, VITALS_DAYS, VitalsSummary } from "#shared/contracts/vitals.ts";
import { column, ListSection, numberColumn } from "./admin-list.tsx";

type Row = VitalsSummary["results"][number];

const DEFAULT_DAYS = "7";

export function VitalsView() {
  const { t } = useTranslation("vitals");
  const { count, locale } = useFormats();
  const [query] = useSearchParams();
  const days = query.get("days") ?? DEFAULT_DAYS;
  const write = useMemo(() => createVitalFormat(locale), [locale]);
  const columns: readonly Column<Row>[] = [
    column("page", t("page"), ({ page }) => <code>{page === "home" ? "/" : `/${page}`}</code>),
    numberColumn("visits", t("visits"), (row) =>
      count(Math.max(...VITALS.map((vital) => row[vital]?.count ?? 0))),
    ),
    ...VITALS.map((vital) =>
      numberColumn<Row>(vital, t(vital), ({ [vital]: measured }) =>
        measured === null ? (
          NO_VALUE
        ) : (
          <TwoLines
            first={write(vital, measured.p75)}
            second={t(`ratings.${ratingOf(vital, measured.p75)}`)}
          />
        ),
      ),
    ),
  ];
  return (
    <ListSection
      heading={t("heading")}
      intro={t("intro")}
      answer={useApi(`/api/admin/vitals/?${new URLSearchParams({ days })}`, VitalsSummary)}
      columns={columns}
      rowKey={({ page }) => page}
      empty={t("empty")}
    >
      <nav className="view-nav" aria-label={t("period")}>
        {VITALS_DAYS.map((count) => (
          <PageLink
            key={count}
            className="view-nav__link"
            to={`?view=vitals&days=${count}`}
            aria-current={String(count) === days ? "true" : undefined}
          >
            {t("days", { count })}
          </PageLink>
        ))}
      </nav>
    </ListSection>
  );
}

/** Milliseconds as whole numbers with their unit; the shift score with two decimals. */
function createVitalFormat(locale: string): (vital: Vital, value: number) => string {
  const time = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "millisecond",
    unitDisplay: "short",
    maximumFractionDigits: 0,
  });
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (vital, value) => (vital === "cls" ? score : time).format(value);
}

/** Of a 75th percentile: good up to the first, poor above the second; milliseconds, `cls` a score (web.dev/articles/vitals). */
const LIMITS: Readonly<Record<Vital, readonly [good: number, poor: number]>> = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1_800, 3_000],
  ttfb: [800, 1_800],
};

function ratingOf(vital: Vital, p75: number): "good" | "fair" | "poor" {
  const [good, poor] = LIMITS[vital];
  if (p75 <= good) return "good";
  return p75 <= poor ? "fair" : "poor";
}
