/** Signals in a table, each with a link to its own page. */
import type { ReactNode } from "react";
import { asPart } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { AddedMark } from "./added-mark.tsx";
import { type Formats, useFormats } from "./formats.ts";
import { Outcome, SignalName } from "./signal.tsx";
import { TraderName } from "./trader-name.tsx";

export interface SignalTableProps {
  readonly caption: string;
  readonly signals: readonly Signal[];
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** Omits the trader column, if all signals are by one trader. */
  readonly isOfOneTrader?: boolean;
  /** Which signals the member has not seen yet; none by default. */
  readonly isUnread?: (signal: Signal) => boolean;
}

export const SignalTable = asPart(Table);

function Table({ caption, signals, empty, isOfOneTrader = false, isUnread }: SignalTableProps) {
  const formats = useFormats();
  const columns = useColumns(formats, isUnread);
  return (
    <DataTable<Signal>
      caption={caption}
      columns={isOfOneTrader ? columns.filter(({ key }) => key !== "trader") : columns}
      rows={signals}
      rowKey={({ id }) => id}
      layout="signals"
      empty={empty}
    />
  );
}

function useColumns(
  { payout: formatPayout, duration }: Formats,
  isUnread: SignalTableProps["isUnread"],
): readonly Column<Signal>[] {
  const { t } = useTranslation("common");
  return [
    {
      key: "signal",
      header: t("record.signal"),
      cell: (signal) => (
        <>
          <AddedMark id={signal.id} isUnread={isUnread?.(signal)} />
          <SignalName {...signal} />
        </>
      ),
    },
    {
      key: "trader",
      header: t("record.trader"),
      cell: ({ trader }) => <TraderName {...trader} />,
    },
    {
      key: "published",
      header: t("record.published"),
      isTime: true,
      cell: ({ published_at }) => <Time at={published_at} precision="listed" />,
    },
    {
      key: "entry",
      header: t("record.entry"),
      isTime: true,
      cell: ({ entry_at }) => <Time at={entry_at} precision="listed" />,
    },
    {
      key: "duration",
      header: t("record.duration"),
      cardLabel: t("record.runs"),
      isNumber: true,
      cell: ({ entry_at, expires_at }) => duration(Date.parse(expires_at) - Date.parse(entry_at)),
    },
    {
      key: "payout",
      header: t("record.payout"),
      cardLabel: t("record.pays"),
      isNumber: true,
      cell: ({ payout }) => formatPayout(payout),
    },
    { key: "outcome", header: t("record.outcome"), cell: (signal) => <Outcome signal={signal} /> },
  ];
}
