/** Metadata of a signal's page for search engines and link previews. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { useOutcomeWord } from "#client/features/figures/signal.tsx";
import { fitNames } from "#client/pages/fit-names.ts";
import { PageHead } from "#client/pages/page-head.tsx";
import { formatInstant } from "#client/ui/format-instant.ts";
import type { Signal } from "#shared/contracts/signals.ts";

interface SignalHeadProps {
  readonly signal: Signal;
  /** Title of the signal: asset, direction and trader. */
  readonly name: string;
}

export function SignalHead({ signal, name }: SignalHeadProps) {
  const { t } = useTranslation(["signal", "common"]);
  const wordOf = useOutcomeWord();
  const { locale, payout } = useFormats();
  // In UTC, because search engines and previews cache it for all readers.
  const entry = formatInstant(Date.parse(signal.entry_at), { locale, timeZone: "UTC" });
  const outcome = [
    wordOf(signal),
    signal.is_late && t("common:record.late"),
    signal.is_otc && t("common:record.otc"),
    signal.counts_as_lost && t("common:record.countsAsLost"),
  ].filter((word) => word !== false);
  const description = fitNames([name], ([fitted]) =>
    t("meta.signal", {
      signal: fitted,
      entry,
      payout: payout(signal.payout),
      outcome: outcome.join(", "),
    }),
  );
  return <PageHead page="signal" thing={`${name}, ${entry}`} description={description} />;
}
