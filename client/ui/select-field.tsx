/** A labelled select. */
import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./field.tsx";

export interface SelectFieldProps
  extends FieldTexts, Omit<ComponentProps<"select">, "className" | "children"> {
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

export function SelectField({ label, hint, error, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
