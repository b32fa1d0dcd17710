/** A button that opens a dialog, which lives as long as it is open. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, type ButtonProps } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";

export interface DialogButtonProps {
  readonly text: string;
  /** What the button is about, where its text alone could be any row's. */
  readonly about?: string;
  readonly look?: NonNullable<ButtonProps["look"]>;
  /** The button's text unless said. */
  readonly title?: string;
  readonly children: (close: () => void) => ReactNode;
}

export function DialogButton({ text, about, look = "plain", title = text, children }: DialogButtonProps) {
  const { t } = useTranslation("common");
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)}>
        {text}
        {about === undefined ? null : <span className="visually-hidden">{about}</span>}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title} closeLabel={t("close")}>
        {children(close)}
      </Dialog>
    </>
  );
}
