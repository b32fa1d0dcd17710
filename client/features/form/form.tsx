/** The `<form>` of a `useForm`: error summary, fields, buttons. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import type { FormHandle } from "./use-form.ts";

export interface FormProps {
  readonly form: FormHandle;
  /** Accessible name of the form, if no heading right before it names it. */
  readonly label?: string | undefined;
  readonly submitLabel: string;
  readonly submitLook?: "primary" | "danger";
  /** Cancels the form, if there is something to go back to. Disabled while the form is being sent. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

export function Form({ form, label, submitLabel, submitLook = "primary", onCancel, children }: FormProps) {
  const { t } = useTranslation("common");
  const { attach, isSubmitting, failureText, problemTexts, submit, edited, wasReset } = form;
  return (
    <form
      ref={attach}
      className="form"
      method="post"
      noValidate
      aria-label={label}
      aria-busy={isSubmitting}
      onSubmit={submit}
      onInput={edited}
      onReset={wasReset}
    >
      <div role="alert">
        {failureText === null ? null : <Summary text={failureText} problems={problemTexts} />}
      </div>
      {children}
      <div className="actions">
        <Button type="submit" look={submitLook} isBusy={isSubmitting}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button disabled={isSubmitting} onClick={onCancel}>
            {t("form.cancel")}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

interface SummaryProps {
  readonly text: string;
  readonly problems: readonly string[];
}

function Summary({ text, problems }: SummaryProps) {
  const others = problems.filter((problem) => problem !== text);
  return (
    <div className="form__error">
      <Icon name="alert-octagon" />
      <div>
        <p>{text}</p>
        {others.length > 0 ? (
          <ul>
            {others.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
