/** A labelled input whose hint and error are announced with it. */
import { useId, type ComponentProps } from "react";
import { Icon } from "./icon.tsx";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "className"> {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong and how to put it right; the input counts as invalid while it is there. */
  readonly error?: string | undefined;
}

export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const hintId = `${inputId}-hint`;
  const errorId = `${inputId}-error`;
  const describedBy = [error ? errorId : "", hint ? hintId : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field__label" htmlFor={inputId}>
        {label}
      </label>
      <input
        type="text"
        {...input}
        id={inputId}
        className="field__input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {error ? (
        <p className="field__error" id={errorId}>
          <Icon name="alert-octagon" />
          <span>{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
