/** A form that asks before an act that needs nothing to be filled in, and a button with such a form in its dialog. */
import type { ReactNode } from "react";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useDone, useRefusalTexts } from "./staff-forms.tsx";

interface ConfirmFormProps {
  readonly method: "DELETE" | "POST";
  readonly path: string;
  readonly label: string;
  readonly submitLabel: string;
  /** Besides those of every form of staff. */
  readonly refusalTexts?: RefusalTexts;
  /** Said once it is done. */
  readonly summary: string;
  /** Lists to load again: prefixes of API paths. */
  readonly lists: readonly string[];
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function ConfirmForm(props: ConfirmFormProps) {
  const { method, path, label, submitLabel, refusalTexts, summary, lists, onClose, children } = props;
  const { http } = useData();
  const done = useDone(onClose);
  const form = useForm({
    schema: v.undefined(),
    body: () => undefined,
    send: () => http.send(method, path, undefined, v.unknown()),
    refusalTexts: { ...useRefusalTexts(), ...refusalTexts },
    onSent: () => done(summary, ...lists),
  });
  return (
    <Form form={form} label={label} submitLabel={submitLabel} submitLook="danger" onCancel={onClose}>
      {children}
    </Form>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmFormProps, "onClose"> {
  /** The button's subject, for screen readers. */
  readonly about: string;
  readonly title: string;
}

/** `label` is the button's text as well. */
export function ConfirmButton({ about, title, ...form }: ConfirmButtonProps) {
  return (
    <DialogButton text={form.label} about={about} title={title} look="danger">
      {(close) => <ConfirmForm {...form} onClose={close} />}
    </DialogButton>
  );
}
