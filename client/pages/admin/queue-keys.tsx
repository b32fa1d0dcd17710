/** Keys of the queue: they work only while the focus is in the list, and can be switched off (WCAG 2.1.4). */
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { readStored, store } from "#client/data/storage.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { QUEUE_KEYS_KEY } from "#shared/site/storage-names.ts";
import type { StagedOutcome } from "./staged.ts";

const OUTCOME_KEYS: Readonly<Record<string, StagedOutcome>> = { w: "won", l: "lost", d: "draw", v: "void" };
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
const OFF = "off";
const storage = () => window.localStorage;

export interface QueueKeysProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly onReview: () => void;
}

/** The button that shows the keys. */
export function QueueKeys({ list, onReview }: QueueKeysProps) {
  const { t } = useTranslation(["queue", "common"]);
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(() => readStored(storage, QUEUE_KEYS_KEY) !== OFF);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!isOn || ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return;
    const key = event.key.toLowerCase();
    const row = target.closest("tr");
    if (key in STEPS) moveTo(list.current, row, STEPS[key] ?? 0);
    else if (key in OUTCOME_KEYS)
      row?.querySelector<HTMLElement>(`[data-outcome="${OUTCOME_KEYS[key]}"]`)?.click();
    else if (key === "r") onReview();
    else if (key === "?") setIsOpen(true);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    list.current?.addEventListener("keydown", (event) => press(event), listening);
    return () => listening.abort();
  }, [list]);

  function setKeys(isNowOn: boolean): void {
    store(storage, QUEUE_KEYS_KEY, isNowOn ? null : OFF);
    setIsOn(isNowOn);
  }

  const keys = [
    ["J", "K", t("keys.move")],
    ["W", "L", "D", "V", t("keys.stage")],
    ["R", t("keys.review")],
    ["?", t("keys.show")],
  ];
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {t("keys.open")}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("keys.title")}
        closeLabel={t("common:close")}
      >
        <p>{t("intro")}</p>
        <dl className="keys">
          {keys.map((line) => (
            <div key={line[0]}>
              <dt>
                {line.slice(0, -1).map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{line.at(-1)}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ currentTarget }) => setKeys(currentTarget.checked)}
          />
          {t("keys.on")}
        </label>
      </Dialog>
    </>
  );
}

/** Focuses the first act of a row, or its link; from outside a row, in the first one. */
function moveTo(list: HTMLElement | null, from: Element | null, step: number): void {
  const rows = [...(list?.querySelectorAll("tbody tr") ?? [])];
  const next = from ? rows[rows.indexOf(from) + step] : rows[0];
  (next?.querySelector<HTMLElement>("[data-outcome]") ?? next?.querySelector<HTMLElement>("a"))?.focus();
}
