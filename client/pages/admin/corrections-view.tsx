/** Won and drawn signals, whose outcome can still be corrected to a worse one. */
import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import { Outcome, SignalName } from "#client/features/figures/signal.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { CORRECTABLE, type CorrectableOutcome, type Signal } from "#shared/contracts/signals.ts";
import { ListSection, timeColumn } from "./admin-list.tsx";
import { AssetField } from "./asset-field.tsx";
import { listQuery, refusedFields } from "./admin-query.ts";
import { CorrectSignal } from "./correct-signal.tsx";
import { SearchForm } from "./list-search.tsx";
import { useCorrectableSignals } from "./queue-lists.ts";
import { handleOf, TraderField, useTraders } from "./trader-field.tsx";

const FILTERS = ["trader", "asset"] as const;

export function CorrectionsView() {
  const { t } = useTranslation(["admin", "common"]);
  const outcome = useOutcome();
  const { answer } = useCorrectableSignals(outcome, FILTERS);
  const problems = refusedFields(answer.error);
  return (
    <ListSection
      heading={t("correct.heading")}
      intro={t("correct.intro")}
      search={<Filters problems={problems} />}
      answer={answer}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={t("correct.empty")}
      refusal={problems && t("search.refused")}
    />
  );
}

/** `problems` by the field's name; null where the filters were not refused. */
function Filters({ problems }: { readonly problems: Readonly<Record<string, unknown>> | null }) {
  const { t } = useTranslation(["admin", "common"]);
  const [query] = useSearchParams();
  const outcome = useOutcome();
  const traders = useTraders();
  const field = (name: (typeof FILTERS)[number]) => ({
    name,
    defaultValue: query.get(name) ?? "",
    error:
      problems?.[name] === undefined
        ? undefined
        : t(name === "trader" ? "problems.handle" : "problems.asset"),
  });
  const outcomes = CORRECTABLE.map((value) => ({ value, text: t(`common:outcome.${value}`) }));
  return (
    <SearchForm
      label={t("correct.filter")}
      view="corrections"
      isNarrowed={outcome !== CORRECTABLE[0] || listQuery(query, FILTERS).size > 0}
      isRefused={problems !== null}
      meantBy={(name, typed) => (name === "trader" ? handleOf(typed, traders) : typed)}
    >
      <SelectField
        name="outcome"
        label={t("common:record.outcome")}
        key={outcome}
        defaultValue={outcome}
        options={outcomes}
      />
      <TraderField {...field("trader")} />
      <AssetField {...field("asset")} />
    </SearchForm>
  );
}

/** The signal that the address names, if it can be corrected. */
function useOutcome(): CorrectableOutcome {
  const [query] = useSearchParams();
  return CORRECTABLE.find((outcome) => outcome === query.get("outcome")) ?? CORRECTABLE[0];
}

function useColumns(): readonly Column<Signal>[] {
  const { t } = useTranslation(["admin", "common"]);
  const { count } = useFormats();
  return [
    {
      key: "signal",
      header: t("common:record.signal"),
      cell: (signal) => <SignalName {...signal} />,
    },
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ trader }) => <span className="typed">{trader.name}</span>,
    },
    {
      key: "number",
      header: t("correct.number"),
      isNumber: true,
      cell: ({ published_seq }) => count(published_seq),
    },
    timeColumn("expiry", t("open.expiry"), ({ expires_at }) => expires_at),
    timeColumn("settled", t("correct.settledAt"), ({ settled_at }) => settled_at),
    { key: "outcome", header: t("common:record.outcome"), cell: (signal) => <Outcome signal={signal} /> },
    {
      key: "correct",
      header: t("correct.action"),
      cell: (signal) => {
        const from = CORRECTABLE.find((outcome) => outcome === signal.outcome);
        // The public list, which a backend without the staff's shows, has those that prices decided as well.
        return from && signal.settled_by !== "prices" ? (
          <CorrectSignal signal={signal} from={from} />
        ) : (
          NO_VALUE
        );
      },
    },
  ];
}
