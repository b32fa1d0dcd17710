/** Net result of each month, by the time of entry in UTC: a row for each year. From the record's slices by month. */
import { useTranslation } from "react-i18next";
import { isAbsent } from "#client/data/http-error.ts";
import { slicesKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useApi } from "#client/data/use-api.ts";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import { asPart } from "#client/ui/part.tsx";
import { type Slice, TraderSlices } from "#shared/contracts/slices.ts";
import { figuresOfSlices } from "#shared/record/slices.ts";

export const Months = asPart(Section);

function Section({ handle }: { readonly handle: string }) {
  const { t } = useTranslation("traders");
  const { data, error, mutate } = useApi(slicesKey(handle, "month", "UTC"), TraderSlices);
  if (isAbsent(error) || data?.slices.length === 0) return null;
  return (
    <section>
      <h2>{t("months.heading")}</h2>
      <p className="intro intro--small">{t("months.note")}</p>
      {data ? <Years slices={data.slices} /> : <NotLoaded error={error} retry={mutate} />}
    </section>
  );
}

function Years({ slices }: { readonly slices: readonly Slice[] }) {
  const { signed, locale } = useFormats();
  const name = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
  return (
    <dl className="months">
      {yearsOf(slices).map(({ year, net, months }) => (
        <div key={year}>
          <dt>
            {year} <b>{signed(net)}</b>
          </dt>
          <dd>
            <ol className="months__year">
              {months.map((value, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a month is its place
                <li key={index} data-sign={value === null ? undefined : Math.sign(value)}>
                  <span>{name.format(Date.UTC(2024, index))}</span>{" "}
                  <b>{value === null ? NO_VALUE : signed(value)}</b>
                </li>
              ))}
            </ol>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Year {
  readonly year: number;
  readonly net: number;
  /** January first; null for a month in which no signal counts. */
  readonly months: readonly (number | null)[];
}

/** The newest year first, without gaps. */
export function yearsOf(slices: readonly Slice[]): readonly Year[] {
  const nets = new Map(figuresOfSlices("month", slices).map(({ key, statistics }) => [key, statistics.net]));
  const years = [...nets.keys()].map((key) => Number(key.slice(0, 4)));
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, age) => {
    const year = last - age;
    const months = Array.from(
      { length: 12 },
      (_, index) => nets.get(`${year}-${String(index + 1).padStart(2, "0")}`) ?? null,
    );
    return { year, net: months.reduce((sum: number, value) => sum + (value ?? 0), 0), months };
  });
}
