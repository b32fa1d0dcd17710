/** Dialogs of staff that have one shape: a confirmation, and a secret that is shown once. */
import { type ComponentType, type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useRefresh } from "#client/data/use-refresh.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { Form, type FormProps } from "#client/features/form/form.tsx";
import { useQuestionBeforeLeaving } from "#client/features/form/question-before-leaving.ts";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { Button } from "#client/ui/button.tsx";
import { CopyText, type CopyTextProps } from "#client/ui/copy-text.tsx";
import { OwnPasscodeField } from "./staff-fields.tsx";
import { focusWhenThere, type StaffFormOptions, useDone, useStaffForm } from "./staff-forms.ts";

interface ConfirmFormProps {
  readonly method: "DELETE" | "POST";
  readonly path: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly refusalTexts?: RefusalTexts;
  /** Said once it is done. */
  readonly summary: string;
  /** Lists to load again: prefixes of API paths. */
  readonly lists: readonly string[];
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before an act that needs nothing to be filled in. */
export function ConfirmForm({ label, submitLabel, summary, lists, children, ...act }: ConfirmFormProps) {
  const done = useDone(act.onClose);
  const form = useStaffForm({
    ...act,
    schema: v.undefined(),
    body: () => undefined,
    answer: v.unknown(),
    onSent: () => done(summary, ...lists),
  });
  return (
    <Form form={form} label={label} submitLabel={submitLabel} submitLook="danger" onCancel={act.onClose}>
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

export interface SecretDialogProps {
  readonly onClose: () => void;
  /** Makes the dialog closable by `onClose` only. */
  readonly onCreated: () => void;
}

interface SecretFormProps<Schema extends v.GenericSchema, Answer extends v.GenericSchema>
  extends
    SecretDialogProps,
    Pick<StaffFormOptions<Schema, Answer>, "schema" | "body" | "path" | "answer" | "fieldTexts">,
    Pick<FormProps, "label" | "submitLabel"> {
  /** The list to load again: a prefix of API paths. */
  readonly list: string;
  readonly onInput?: (event: FormEvent<HTMLElement>) => void;
  /** The fields besides the passcode. */
  readonly children: (field: FormHandle["field"]) => ReactNode;
  /** The secret, or the address that contains it. */
  readonly secret: (answer: v.InferOutput<Answer>) => CopyTextProps & { readonly warning: string };
  /** What to do with it. */
  readonly HowTo?: ComponentType<{ readonly created: v.InferOutput<Answer> }>;
}

/** Creates something with a secret, which is then shown once. */
export function SecretForm<Schema extends v.GenericSchema, Answer extends v.GenericSchema>(
  props: SecretFormProps<Schema, Answer>,
) {
  const { list, label, submitLabel, onCreated, onInput, children, secret, HowTo, ...options } = props;
  const { onClose } = options;
  const { t } = useTranslation("admin");
  const refresh = useRefresh();
  const [created, setCreated] = useState<{ readonly answer: v.InferOutput<Answer> } | null>(null);
  useQuestionBeforeLeaving(created && "shown once");
  const form = useStaffForm({
    ...options,
    onSent(answer) {
      setCreated({ answer });
      refresh(list);
      onCreated();
    },
  });
  if (created === null) {
    return (
      <div onInput={onInput}>
        <Form form={form} label={label} submitLabel={submitLabel} onCancel={onClose}>
          {children(form.field)}
          <OwnPasscodeField field={form.field} />
        </Form>
      </div>
    );
  }
  const { warning, ...copy } = secret(created.answer);
  return (
    <>
      <p className="callout callout--caution" ref={focusWhenThere}>
        {warning}
      </p>
      <CopyText {...copy} />
      {HowTo && <HowTo created={created.answer} />}
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          {t("copy.kept")}
        </Button>
      </div>
    </>
  );
}
