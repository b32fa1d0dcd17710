/** A labelled choice among a few. */
import { useId, type ComponentProps } from "react";
import { Icon } from "./icon.tsx";

export interface SelectFieldProps extends Omit<ComponentProps<"select">, "className" | "children"> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** What is wrong and how to put it right; the choice counts as invalid while it is there. */
  readonly error?: string | undefined;
}

export function SelectField({ label, options, error, ...select }: SelectFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="field__input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {error ? (
        <p className="field__error" id={errorId}>
          <Icon name="alert-octagon" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
