/** Which way a signal points: an arrow and the word. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { Icon } from "#client/ui/icon.tsx";
import type { Direction as SignalDirection } from "#shared/contracts/signals.ts";

export function Direction({ direction }: { readonly direction: SignalDirection }) {
  const { t } = useTranslation("common");
  return (
    <span className="direction">
      <Icon name={direction === "up" ? "arrow-up" : "arrow-down"} />
      {t(`direction.${direction}`)}
    </span>
  );
}
