/** Metadata of a comparison for search engines and link previews. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { fitNames } from "#client/pages/fit-names.ts";
import { PageHead } from "#client/pages/page-head.tsx";
import type { Trader } from "#shared/contracts/traders.ts";
import { compareQuery } from "./compared-handles.ts";

interface CompareHeadProps {
  /** Handles in the address. */
  readonly handles: readonly string[];
  /** The traders among them that exist. */
  readonly traders: readonly Trader[];
}

export function CompareHead({ handles, traders }: CompareHeadProps) {
  const { t } = useTranslation("traders");
  const { percent, count } = useFormats();
  const names = traders.map(({ name }) => name);
  const describe = () =>
    fitNames(names, (fitted) => {
      const rates = traders.map(({ statistics: { win_rate, won, lost } }, index) =>
        t("meta.rate", { trader: fitted[index], rate: percent(win_rate), decided: count(won + lost) }),
      );
      return t("meta.compared", { rates: rates.join("; ") });
    });
  return (
    <PageHead
      page="traders"
      thing={(names.length > 0 ? names : handles).join(", ")}
      view={t("compare.heading")}
      description={names.length > 0 ? describe() : undefined}
      query={compareQuery(handles)}
    />
  );
}
