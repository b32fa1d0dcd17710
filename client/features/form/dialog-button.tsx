/** A button that opens a dialog. The dialog is mounted only while it is open, because a long list has many such buttons. */
import { type ReactNode, useState } from "react";
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import { useTranslation } from "react-i18next";
import { Button, type ButtonProps } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";

export interface DialogButtonProps {
  readonly text: string;
  /** The button's subject for screen readers, if several rows have a button with the same text. */
  readonly about?: ReactNode;
  readonly look?: NonNullable<ButtonProps["look"]>;
  /** Defaults to the button's text. */
  readonly title?: ReactNode;
  /** `hold` makes the dialog closable by `close` only. */
  readonly children: (close: () => void, hold: () => void) => ReactNode;
}

export function DialogButton({ text, about, look = "plain", title = text, children }: DialogButtonProps) {
  const { t } = useTranslation("common");
  const [state, setState] = useState<"unopened" | "closed" | "open" | "held">("unopened");
  const close = () => setState("closed");
  return (
    <>
      <Button look={look} onClick={() => setState("open")}>
        {text}
        {about === undefined ? null : <span className="visually-hidden">{about}</span>}
      </Button>
      {state === "unopened" ? null : (
        <Dialog
          isOpen={state !== "closed"}
          isHeld={state === "held"}
          onClose={close}
          title={title}
          closeLabel={t("close")}
        >
          {children(close, () => setState("held"))}
          <Toasts />
        </Dialog>
      )}
    </>
  );
}
