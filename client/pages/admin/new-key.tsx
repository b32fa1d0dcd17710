/** Makes an ingest key, and shows it the one time that it can be shown. */
import { useState } from "react";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useQuestionBeforeLeaving } from "#client/features/form/question-before-leaving.ts";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { TextField } from "#client/ui/text-field.tsx";
import { CreatedIngestKey, NewIngestKey } from "#shared/contracts/hooks.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { CopyText, KeyRecipe } from "./key-recipe.tsx";
import { isDoubtfulPayout, shareOf, wholeOrDecimal } from "./form-values.ts";
import { TraderField } from "./publish-form.tsx";
import { useQuestions, useRefresh, useRefusalTexts } from "./staff-forms.tsx";

export interface NewKeyProps {
  readonly onClose: () => void;
  /** From now on the key is shown, until `onClose`. */
  readonly onCreated: () => void;
}

export function NewKey({ onClose, onCreated }: NewKeyProps) {
  const [created, setCreated] = useState<CreatedIngestKey | null>(null);
  const show = (key: CreatedIngestKey) => {
    setCreated(key);
    onCreated();
  };
  return created === null ? (
    <NewKeyForm onClose={onClose} onCreated={show} />
  ) : (
    <ShownOnce created={created} onClose={onClose} />
  );
}

interface NewKeyFormProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedIngestKey) => void;
}

function NewKeyForm({ onClose, onCreated }: NewKeyFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const refresh = useRefresh();
  const { payout: formatPayout } = useFormats();
  const questions = useQuestions((value) => {
    const key = keyOf(value);
    if (!v.is(NewIngestKey, key) || !isDoubtfulPayout(key.payout)) return [];
    return [t("questions.payout", { payout: formatPayout(key.payout) })];
  });
  const form = useForm<CreatedIngestKey>({
    schema: NewIngestKey,
    body: keyOf,
    send: (body) => http.send("POST", "/api/admin/ingest-keys/", body, CreatedIngestKey),
    fieldTexts: {
      trader: t("problems.trader"),
      label: t("problems.label"),
      payout: t("problems.payout"),
      entry_delay_seconds: t("problems.entryDelay"),
      life_seconds: t("problems.life"),
    },
    refusalTexts: useRefusalTexts(),
    blames: { trader_retired: "trader" },
    onSent(created) {
      refresh("/api/admin/ingest-keys/");
      onCreated(created);
    },
  });
  return (
    <div onInput={questions.clear} onSubmitCapture={questions.askFirst}>
      <Form form={form} submitLabel={t("keys.add")} onCancel={onClose}>
        <TextField {...form.field("label")} label={t("fields.label")} autoComplete="off" />
        <TraderField {...form.field("trader")} />
        <TextField
          {...form.field("payout")}
          label={t("fields.payout")}
          inputMode="decimal"
          defaultValue="85"
          autoComplete="off"
        />
        <TextField
          {...form.field("entry_delay_seconds")}
          label={t("fields.entryDelay")}
          inputMode="numeric"
          defaultValue="30"
          autoComplete="off"
        />
        <TextField
          {...form.field("life_seconds")}
          label={t("fields.life")}
          hint={t("fields.lifeHint")}
          inputMode="numeric"
          defaultValue="300"
          autoComplete="off"
        />
        {questions.asked}
      </Form>
    </div>
  );
}

/** What was typed, as the API takes it. */
function keyOf(value: (name: string) => string) {
  return {
    trader: withoutInvisible(value("trader")).toLowerCase(),
    label: value("label"),
    payout: shareOf(value("payout")),
    entry_delay_seconds: wholeOrDecimal(value("entry_delay_seconds")),
    life_seconds: wholeOrDecimal(value("life_seconds")),
  };
}

interface ShownOnceProps {
  readonly created: CreatedIngestKey;
  readonly onClose: () => void;
}

function ShownOnce({ created, onClose }: ShownOnceProps) {
  const { t } = useTranslation("admin");
  useQuestionBeforeLeaving("shown once");
  const address = new URL(created.path, window.location.origin).href;
  return (
    <>
      <p className="callout callout--caution" ref={focusWhenThere}>
        {t("keys.shownOnce")}
      </p>
      <CopyText label={t("recipe.address")} text={address} />
      <KeyRecipe />
      <div className="actions">
        <Button look="primary" onClick={onClose}>
          {t("keys.kept")}
        </Button>
      </div>
    </>
  );
}

/** The field that had the focus is gone with its form. */
function focusWhenThere(element: HTMLElement | null): void {
  if (element) focusQuietly(element);
}
