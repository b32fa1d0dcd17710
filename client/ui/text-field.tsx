/** A labelled input. */
import type { ComponentProps } from "react";
import { Field, type FieldTexts } from "./field.tsx";

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<"input">, "className" | "id"> {}

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} />}
    </Field>
  );
}
