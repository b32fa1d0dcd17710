/** Metadata of a trader's page for search engines, link previews and feed readers. */
import { useSearchParams } from "react-router";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { rateTexts, useFormats } from "#client/features/figures/formats.ts";
import { useVerdictText } from "#client/features/figures/win-rate.tsx";
import { FeedLink } from "#client/pages/feed-link.tsx";
import { fitNames } from "#client/pages/fit-names.ts";
import { isOnlyWitnessed } from "#client/pages/page-keys.ts";
import { PageHead } from "#client/pages/page-head.tsx";
import type { Trader } from "#shared/contracts/traders.ts";

interface TraderHeadProps {
  readonly handle: string;
  /** Undefined if the trader is unknown or could not be loaded. */
  readonly trader: Trader | undefined;
}

export function TraderHead({ handle, trader }: TraderHeadProps) {
  if (!trader) return <PageHead page="traders" thing={handle} />;
  return <KnownTraderHead trader={trader} />;
}

function KnownTraderHead({ trader }: { readonly trader: Trader }) {
  const { brand } = useRuntimeConfig();
  const [query] = useSearchParams();
  const description = useDescription(trader);
  return (
    <>
      <PageHead
        page="traders"
        thing={trader.name}
        // The verdict covers all signals, so it must not stand beside figures of only some.
        description={isOnlyWitnessed(query) ? undefined : description}
      />
      <FeedLink
        query={new URLSearchParams({ trader: trader.handle })}
        title={`${trader.name} | ${brand.name}`}
      />
    </>
  );
}

function useDescription(trader: Trader): string {
  const { t } = useTranslation(["traders", "common"]);
  const formats = useFormats();
  const verdict = useVerdictText(trader);
  const { statistics } = trader;
  const { won, lost, net } = statistics;
  const figures = {
    ...rateTexts(statistics, formats),
    decided: formats.count(won + lost),
    net: formats.signed(net),
    verdict,
  };
  return fitNames([trader.name], ([name]) =>
    won + lost === 0
      ? `${name}. ${t("common:record.noWinRate")}`
      : t("meta.trader", { trader: name, ...figures }),
  );
}
