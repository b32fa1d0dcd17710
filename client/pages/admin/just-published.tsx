/** What was published from this form since the document was loaded, newest first. */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { SignalName } from "#client/features/figures/signal.tsx";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import { createStore } from "#client/ui/store.ts";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";

/** Outlives the form, which other views of the area replace. */
const published = createStore<readonly Signal[]>([]);

export function rememberPublished(signal: Signal): void {
  published.set([signal, ...published.current()]);
}

export function JustPublished() {
  const { t } = useTranslation(["publish", "common"]);
  const signals = useSyncExternalStore(published.subscribe, published.current);
  if (signals.length === 0) return null;
  return (
    <section className="just-published">
      <h3>{t("justPublished")}</h3>
      <ul>
        {signals.map(({ id, asset, direction, trader, entry_at, is_late }) => (
          <li key={id}>
            <span>
              <SignalName id={id} asset={asset} direction={direction} />
            </span>
            <span>{trader.name}</span>
            <Time at={entry_at} precision="listed" />
            {is_late ? <OutcomeBadge kind="late" label={t("common:record.late")} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
