import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";

/** Tells a signal from every other of its asset: the last is the number of its entry in the ledger. */
export function WhichSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("common");
  const { locale } = useFormats();
  const { trader, direction, entry_at, expires_at, published_seq } = signal;
  return (
    <>
      {trader.name}, {t(`direction.${direction}`)}, <Time epochMs={Date.parse(entry_at)} locale={locale} /> –{" "}
      <Time epochMs={Date.parse(expires_at)} locale={locale} />, #{published_seq}
    </>
  );
}
