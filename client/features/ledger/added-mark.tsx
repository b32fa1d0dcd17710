/** Marks the rows that a press has just added to a list: tinted for three seconds, then dotted (styles/live.css). */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { createStore } from "#client/ui/store.ts";

const added = createStore<ReadonlySet<string>>(new Set());

/** Marks these signals and no others. */
export function markAdded(signals: readonly { readonly id: string }[]): void {
  added.set(new Set(signals.map(({ id }) => id)));
}

/** Renders nothing for a signal that is not marked. */
export function AddedMark({ id }: { readonly id: string }) {
  const { t } = useTranslation("live");
  const isAdded = useSyncExternalStore(
    added.subscribe,
    () => added.current().has(id),
    () => false,
  );
  return isAdded ? (
    <span className="added-mark">
      <span className="visually-hidden">{t("added")} </span>
    </span>
  ) : null;
}
