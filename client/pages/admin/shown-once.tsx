/** A secret, or an address that contains one, shown once. */
import type { ReactNode } from "react";
import { useQuestionBeforeLeaving } from "#client/features/form/question-before-leaving.ts";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { CopyText } from "#client/ui/copy-text.tsx";
import { focusWhenThere } from "./staff-forms.tsx";

export interface ShownOnceProps {
  readonly text: string;
  readonly label: string;
  /** The secret, or the address that contains it. */
  readonly value: string;
  readonly onClose: () => void;
  /** What to do with it. */
  readonly children?: ReactNode;
}

export function ShownOnce({ text, label, value, onClose, children }: ShownOnceProps) {
  const { t } = useTranslation("admin");
  useQuestionBeforeLeaving("shown once");
  return (
    <>
      <p className="callout callout--caution" ref={focusWhenThere}>
        {text}
      </p>
      <CopyText label={label} text={value} />
      {children}
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          {t("copy.kept")}
        </Button>
      </div>
    </>
  );
}
