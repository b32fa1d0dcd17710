/** Acts on several open signals: a checkbox for all that are shown, and buttons for the selected ones. */
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkVerb } from "./bulk-run.ts";
import { SelectBox, type Selection } from "./selection.tsx";

export interface BulkActsProps {
  readonly selection: Selection<Signal>;
  /** Number of rows that can be selected. */
  readonly rows: number;
  /** True if some may have expired and can be settled. */
  readonly mayBeDue: boolean;
}

/** The selection when the dialog opened: the list below is revalidated while the dialog is open. */
interface Opened {
  readonly verb: BulkVerb;
  readonly signals: readonly Signal[];
}

export function BulkActs({ selection, rows, mayBeDue }: BulkActsProps) {
  const { t } = useTranslation(["queue", "common"]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const { selected, setAll } = selection;
  const isAll = selected.length === rows;
  // `aria-disabled` instead of `disabled`: the focus stays on the button after the last signal was sent.
  const button = (verb: BulkVerb) => ({
    "aria-disabled": selected.length === 0,
    onClick: () => selected.length > 0 && setOpened({ verb, signals: selected }),
  });

  /** Restores the focus, because the button may have been removed with the last row. */
  function close(): void {
    flushSync(() => setOpened(null));
    const heading = place.current?.closest("section")?.querySelector<HTMLElement>("h2");
    if (heading && document.activeElement === document.body) focusQuietly(heading);
  }

  return (
    <div ref={place}>
      {rows === 0 ? null : (
        <div className="actions bulk-acts" role="group" aria-label={t("bulk.label")}>
          <SelectBox
            isSelected={isAll}
            isPartly={selected.length > 0 && !isAll}
            onToggle={() => setAll(!isAll)}
          >
            {t("bulk.all")}
          </SelectBox>
          <output>{t("bulk.selected", { signals: selected.length })}</output>
          {mayBeDue ? <Button {...button("settle")}>{t("bulk.settle")}</Button> : null}
          <Button look="danger" {...button("void")}>
            {t("bulk.void")}
          </Button>
        </div>
      )}
      {opened ? (
        <Dialog
          isOpen
          onClose={close}
          title={t(`bulk.${opened.verb}Title`, { signals: opened.signals.length })}
          closeLabel={t("common:close")}
        >
          <BulkDialog verb={opened.verb} signals={opened.signals} onClose={close} />
          <Toasts />
        </Dialog>
      ) : null}
    </div>
  );
}
