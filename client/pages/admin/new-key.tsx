/** Creates an ingest key and shows it once. */
import { useState } from "react";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { CreatedIngestKey, entryDelayFor, NewIngestKey } from "#shared/contracts/ingest-keys.ts";
import { canonicalAsset } from "#shared/assets/asset.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import { KeyRecipe } from "./key-recipe.tsx";
import { LastMessages } from "./messages-view.tsx";
import { listOf, shareOf, wholeOrDecimal } from "./form-values.ts";
import { OWN_PASSCODE_BLAMES, ownPasscode, OwnPasscodeField } from "./own-passcode.tsx";
import { ShownOnce } from "./shown-once.tsx";
import {
  useLeadWarning,
  usePriceLeads,
  useRefresh,
  useRefusalTexts,
  useUsualRanges,
  useTyped,
  Warned,
} from "./staff-forms.tsx";
import { handleOf, TraderField, useTraders } from "./trader-field.tsx";
import { USUAL_LIFE_SECONDS, USUAL_PAYOUT } from "#shared/limits/lists.ts";

export interface NewKeyProps {
  readonly onClose: () => void;
  /** Shows the key from creation on, until `onClose`. */
  readonly onCreated: () => void;
}

export function NewKey({ onClose, onCreated }: NewKeyProps) {
  const { t } = useTranslation(["admin", "messages"]);
  const { siteOrigin } = useRuntimeConfig();
  const [created, setCreated] = useState<CreatedIngestKey | null>(null);
  const show = (key: CreatedIngestKey) => {
    setCreated(key);
    onCreated();
  };
  return created === null ? (
    <NewKeyForm onClose={onClose} onCreated={show} />
  ) : (
    <ShownOnce
      text={t("keys.shownOnce")}
      label={t("messages:recipe.address")}
      value={siteOrigin + created.path}
      onClose={onClose}
    >
      <KeyRecipe path={created.path} />
      <LastMessages keyId={created.id} />
    </ShownOnce>
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
  const traders = useTraders();
  const usual = useUsualRanges();
  const leads = usePriceLeads();
  const leadWarning = useLeadWarning();
  const warnings = useTyped((value): Readonly<Record<string, string | undefined>> => {
    const key = keyOf(value, traders);
    return {
      payout: usual.payout(key.payout),
      min_payout: usual.payout(key.min_payout),
      max_payout: usual.payout(key.max_payout),
      entry_delay_seconds: leadWarning(
        key.entry_delay_seconds,
        key.assets.flatMap((asset) => canonicalAsset(asset) ?? []),
      ),
      life_seconds: usual.life(key.life_seconds),
      min_life_seconds: usual.life(key.min_life_seconds),
      max_life_seconds: usual.life(key.max_life_seconds),
    };
  });
  const form = useForm({
    schema: NewIngestKey,
    body: (value) => ({ ...keyOf(value, traders), ...ownPasscode(value) }),
    send: (body) => http.send("POST", "/api/admin/ingest-keys/", body, CreatedIngestKey),
    fieldTexts: {
      trader: t("problems.trader"),
      label: t("problems.label"),
      payout: t("problems.keyPayout"),
      entry_delay_seconds: t("problems.entryDelay"),
      life_seconds: t("problems.keyLife"),
      min_payout: t("problems.payoutBound"),
      max_payout: t("problems.payoutBound"),
      min_life_seconds: t("problems.lifeBound"),
      max_life_seconds: t("problems.lifeBound"),
      assets: t("problems.assets"),
    },
    refusalTexts: useRefusalTexts(),
    blames: { trader_retired: "trader", ...OWN_PASSCODE_BLAMES },
    onSent(created) {
      refresh("/api/admin/ingest-keys/");
      onCreated(created);
    },
  });
  const number = (name: string, label: string, defaultValue: number, hint?: string) => (
    <Warned text={warnings.seen?.[name]}>
      <TextField
        {...form.field(name)}
        label={label}
        hint={hint}
        inputMode="decimal"
        defaultValue={defaultValue}
        autoComplete="off"
      />
    </Warned>
  );
  return (
    <div onInput={warnings.look}>
      <Form form={form} submitLabel={t("keys.add")} onCancel={onClose}>
        <TextField {...form.field("label")} label={t("fields.label")} autoComplete="off" />
        <TraderField {...form.field("trader")} />
        {number("payout", t("fields.payout"), 85)}
        {number("entry_delay_seconds", t("fields.entryDelay"), entryDelayFor(leads, []))}
        {number("life_seconds", t("fields.life"), 300, t("fields.lifeHint"))}
        <fieldset className="field-group">
          <legend>{t("keys.bounds")}</legend>
          <p className="field__hint">{t("keys.boundsText")}</p>
          <div className="field-pair">
            {number("min_payout", t("fields.minPayout"), 100 * USUAL_PAYOUT.min)}
            {number("max_payout", t("fields.maxPayout"), 100 * USUAL_PAYOUT.max)}
          </div>
          <div className="field-pair">
            {number("min_life_seconds", t("fields.minLife"), USUAL_LIFE_SECONDS.min)}
            {number("max_life_seconds", t("fields.maxLife"), USUAL_LIFE_SECONDS.max)}
          </div>
          <TextField
            {...form.field("assets")}
            label={t("fields.assets")}
            hint={t("fields.assetsHint")}
            autoComplete="off"
            spellCheck={false}
          />
        </fieldset>
        <SelectField
          {...form.field("takes_confidence")}
          label={t("fields.takesConfidence")}
          hint={t("fields.takesConfidenceHint")}
          options={[
            { value: "no", text: t("keys.confidencePassedOver") },
            { value: "yes", text: t("keys.confidenceTaken") },
          ]}
        />
        <OwnPasscodeField form={form} />
      </Form>
    </div>
  );
}

/** The form's values as the API takes them. */
function keyOf(value: (name: string) => string, traders: readonly Trader[]) {
  return {
    trader: handleOf(value("trader"), traders),
    label: value("label"),
    payout: shareOf(value("payout")),
    entry_delay_seconds: wholeOrDecimal(value("entry_delay_seconds")),
    life_seconds: wholeOrDecimal(value("life_seconds")),
    min_payout: shareOf(value("min_payout")),
    max_payout: shareOf(value("max_payout")),
    min_life_seconds: wholeOrDecimal(value("min_life_seconds")),
    max_life_seconds: wholeOrDecimal(value("max_life_seconds")),
    assets: listOf(value("assets")),
    takes_confidence: value("takes_confidence") === "yes",
  };
}
