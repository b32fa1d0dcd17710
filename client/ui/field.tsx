/** The parts around a form control: label, error and hint; the latter two are its accessible description. */
import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

export interface FieldTexts {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong and how to fix it; the control is `aria-invalid` while it is set. */
  readonly error?: string | undefined;
}

/** Attributes that connect a control to its field. */
export interface FieldControl {
  readonly id: string;
  readonly className: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

export interface FieldProps extends FieldTexts {
  readonly children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : "", hint ? hintId : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: "field__input",
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      <FieldError id={errorId} error={error} />
      {hint ? (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

interface FieldErrorProps extends Pick<FieldTexts, "error"> {
  /** For the control's `aria-describedby`. */
  readonly id: string;
}

export function FieldError({ id, error }: FieldErrorProps) {
  return error ? (
    <p className="field__error" id={id}>
      <Icon name="alert-octagon" />
      <span>{error}</span>
    </p>
  ) : null;
}
