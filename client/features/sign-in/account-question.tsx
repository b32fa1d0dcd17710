/** Asks whether to create the account, if the typed id has none yet. The form's button creates it. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

export interface AccountQuestionProps {
  readonly id: string;
  readonly onCorrect: () => void;
}

export function AccountQuestion({ id, onCorrect }: AccountQuestionProps) {
  const { t } = useTranslation("session");
  const question = useRef<HTMLParagraphElement>(null);
  // Screen readers read out the focused question. Not on a button: Enter pressed twice must not create an account.
  useEffect(() => question.current?.focus(), []);
  return (
    <>
      <p ref={question} className="callout" tabIndex={-1}>
        {t("accountNotFound.question", { id })}
      </p>
      <button className="button button--quiet" type="button" onClick={onCorrect}>
        {t("accountNotFound.correct")}
      </button>
    </>
  );
}
