/** Dialogs of staff that have one shape: a confirmation, and a secret that is shown once. */
import { type ComponentType, type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { Form, type FormProps } from "#client/features/form/form.tsx";
import { useQuestionBeforeLeaving } from "#client/features/form/question-before-leaving.ts";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { Button } from "#client/ui/button.tsx";
import { CopyText, type CopyTextProps } from "#client/ui/copy-text.tsx";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { focusWhenThere, type Sending, useRefresh, useStaffForm, useStaffTexts } from "./staff-forms.ts";

interface ConfirmFormProps {
  readonly method: "DELETE" | "POST";
  readonly path: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly refusalTexts?: RefusalTexts;
  /** Said once it is done. */
  readonly summary: string;
  readonly lists: readonly string[];
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before an act that needs nothing to be filled in. */
export function ConfirmForm({ label, submitLabel, summary, children, ...act }: ConfirmFormProps) {
  const form = useStaffForm({
    ...act,
    schema: v.undefined(),
    body: () => undefined,
    answer: v.unknown(),
    done: () => summary,
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

interface SecretFormProps<Schema extends v.GenericSchema, Answer extends v.GenericSchema>
  extends Sending<Schema, Answer>, Pick<FormProps, "label" | "submitLabel"> {
  /** Makes the dialog closable by `onClose` only. */
  readonly onCreated: () => void;
  readonly onInput?: (event: FormEvent<HTMLElement>) => void;
  /** The fields besides the passcode. */
  readonly children: (field: FormHandle["field"]) => ReactNode;
  /** The secret, or the address that contains it. */
  readonly secret: (answer: v.InferOutput<Answer>) => CopyTextProps & { readonly warning: string };
  /** What to do with it. */
  readonly Use?: ComponentType<{ readonly created: v.InferOutput<Answer> }>;
}

/** Creates something with a secret, which is then shown once. */
export function SecretForm<Schema extends v.GenericSchema, Answer extends v.GenericSchema>(
  props: SecretFormProps<Schema, Answer>,
) {
  const { schema, body, path, answer, lists, label, submitLabel, onClose, onCreated, onInput, Use } = props;
  const { t } = useTranslation("admin");
  const { http } = useData();
  const texts = useStaffTexts();
  const refresh = useRefresh();
  const [created, setCreated] = useState<{ readonly answer: v.InferOutput<Answer> } | null>(null);
  useQuestionBeforeLeaving(created && "shown once");
  const form = useForm({
    ...texts,
    schema,
    body,
    fieldTexts: { ...texts.fieldTexts, ...props.fieldTexts },
    send: async (sent) => ({ answer: await http.send("POST", path, sent, answer) }),
    onSent(sent) {
      setCreated(sent);
      refresh(...lists);
      onCreated();
    },
  });
  if (created === null) {
    return (
      <div onInput={onInput}>
        <Form form={form} label={label} submitLabel={submitLabel} onCancel={onClose}>
          {props.children(form.field)}
          <OwnPasscodeField field={form.field} />
        </Form>
      </div>
    );
  }
  const { warning, ...copy } = props.secret(created.answer);
  return (
    <>
      <p className="callout callout--caution" ref={focusWhenThere}>
        {warning}
      </p>
      <CopyText {...copy} />
      {Use && <Use created={created.answer} />}
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          {t("copy.kept")}
        </Button>
      </div>
    </>
  );
}

/** The passcode of the member of staff who sends a form: for acts that a stolen session must not be able to do. */
export function OwnPasscodeField({ field }: Pick<FormHandle, "field">) {
  const { t } = useTranslation("admin");
  return (
    <PasscodeField
      {...field("current_passcode")}
      label={t("fields.currentPasscode")}
      hint={t("fields.currentPasscodeHint")}
      autoComplete="current-password"
      maxLength={128}
    />
  );
}

/** The part of the request's body that a form with the field adds. */
export function ownPasscode(value: (name: string) => string) {
  const passcode = value("current_passcode");
  return passcode.trim() ? { current_passcode: passcode } : {};
}
