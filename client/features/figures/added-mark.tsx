/** A dot before a new row. Rows that a press has just added are first tinted for three seconds (styles/news.css). */
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { createStore } from "#client/ui/store.ts";

const added = createStore<ReadonlySet<string>>(new Set());

/** Marks these signals and no others. */
export function markAdded(signals: readonly { readonly id: string }[]): void {
  added.set(new Set(signals.map(({ id }) => id)));
}

interface AddedMarkProps {
  readonly id: string;
  /** Marks the signal even if it was not just added. */
  readonly isUnread?: boolean | undefined;
}

/** Renders nothing for a signal that is not marked. */
export function AddedMark({ id, isUnread = false }: AddedMarkProps) {
  const { t } = useTranslation("live");
  const isAdded = useSyncExternalStore(
    added.subscribe,
    () => added.current().has(id),
    () => false,
  );
  return isAdded || isUnread ? (
    <span className={isAdded ? "added-mark added-mark--now" : "added-mark"}>
      <span className="visually-hidden">{t("added")} </span>
    </span>
  ) : null;
}
