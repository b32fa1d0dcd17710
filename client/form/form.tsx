/** The `<form>` of a `useForm`: what went wrong on top, the fields, the buttons. */
import type { ReactNode } from "react";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import type { FormHandle } from "./use-form.ts";

export interface FormProps {
  readonly form: FormHandle;
  /** Name of the form where no heading right before it says what it is for. */
  readonly label?: string;
  readonly submitLabel: string;
  readonly submitLook?: "primary" | "danger";
  /** Beside the button that sends. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Form({ form, label, submitLabel, submitLook = "primary", actions, children }: FormProps) {
  const { attach, isSubmitting, isDirty, failureText, problemTexts, submit, edited, wasReset } = form;
  return (
    <form
      ref={attach}
      className="form"
      method="post"
      noValidate
      aria-label={label}
      aria-busy={isSubmitting}
      data-dirty={isDirty || undefined}
      onSubmit={submit}
      onInput={edited}
      onReset={wasReset}
    >
      <div role="alert">
        {failureText === null ? null : <Summary text={failureText} problems={problemTexts} />}
      </div>
      {children}
      <div className="form__actions">
        <Button type="submit" look={submitLook} isBusy={isSubmitting}>
          {submitLabel}
        </Button>
        {actions}
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
