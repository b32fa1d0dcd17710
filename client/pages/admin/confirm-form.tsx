/** Asks before an act that needs nothing to be filled in. */
import type { ReactNode } from "react";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useDone } from "./staff-forms.tsx";

interface ConfirmFormProps {
  readonly method: "DELETE" | "POST";
  readonly path: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly refusalTexts: RefusalTexts;
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
  const form = useForm<unknown>({
    schema: v.undefined(),
    body: () => undefined,
    send: () => http.send(method, path, undefined, v.unknown()),
    refusalTexts,
    onSent: () => done(summary, ...lists),
  });
  return (
    <Form form={form} label={label} submitLabel={submitLabel} submitLook="danger" onCancel={onClose}>
      {children}
    </Form>
  );
}
