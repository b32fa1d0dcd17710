/** Traders in one line each: curve, last ten results, net result, verdict and buttons. */
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FollowButton } from "#client/features/follow/follow-button.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { LastResults } from "#client/features/figures/last-results.tsx";
import { Sparkline } from "#client/features/figures/sparkline.tsx";
import { TraderName } from "#client/features/figures/trader-name.tsx";
import { VerdictChip } from "#client/features/figures/win-rate.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import type { Trader } from "#shared/contracts/traders.ts";

interface TraderLinesProps {
  readonly caption: string;
  readonly traders: readonly Trader[];
  /** Rendered before the follow button. */
  readonly Act?: ComponentType<{ readonly trader: Trader }> | undefined;
  /** Shown if there are none. */
  readonly empty: ReactNode;
}

export function TraderLines({ caption, traders, Act, empty }: TraderLinesProps) {
  return (
    <DataTable<Trader>
      caption={caption}
      columns={useColumns(Act)}
      rows={traders}
      rowKey={({ handle }) => handle}
      layout="followed"
      empty={empty}
    />
  );
}

function useColumns(Act: TraderLinesProps["Act"]): readonly Column<Trader>[] {
  const { t } = useTranslation(["watch", "common", "live"]);
  const { signed } = useFormats();
  return [
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ handle, name }) => (
        <span className="typed">
          <TraderName handle={handle} name={name} />
        </span>
      ),
    },
    {
      key: "curve",
      header: t("traders.curve"),
      cell: ({ curve }) => <Sparkline curve={curve} />,
    },
    {
      key: "last",
      header: t("traders.lastTen"),
      cell: ({ last_results: results }) => <LastResults results={results.slice(-10)} />,
    },
    {
      key: "net",
      header: t("live:results.net"),
      isNumber: true,
      cell: ({ statistics }) => signed(statistics.net),
    },
    {
      key: "verdict",
      header: t("traders.verdict"),
      cell: ({ verdict }) => <VerdictChip verdict={verdict} />,
    },
    {
      key: "acts",
      header: t("traders.action"),
      cell: (trader) => (
        <span className="row-actions">
          {Act ? <Act trader={trader} /> : null}
          <FollowButton trader={trader} isIcon />
        </span>
      ),
    },
  ];
}
