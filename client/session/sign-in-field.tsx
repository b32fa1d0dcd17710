/** One labelled field with its hint and its error, tied together for screen readers. */
import type { InputHTMLAttributes, Ref } from "react";
import { useId } from "react";

export interface SignInFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint: string;
  /** Null where nothing is wrong. */
  readonly error: string | null;
  readonly ref: Ref<HTMLInputElement>;
}

export function SignInField({ label, hint, error, ...input }: SignInFieldProps) {
  const id = useId();
  const describedBy = error === null ? `${id}-hint` : `${id}-error ${id}-hint`;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        className="field__input"
        id={id}
        aria-invalid={error !== null}
        aria-describedby={describedBy}
      />
      {error !== null && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
