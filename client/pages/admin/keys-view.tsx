/** Addresses that machines post signals to. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import type { FormHandle } from "#client/features/form/use-form.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { canonicalAsset } from "#shared/assets/asset.ts";
import {
  CreatedIngestKey,
  entryDelayFor,
  type IngestKey,
  IngestKeyList,
  NewIngestKey,
} from "#shared/contracts/ingest-keys.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import { USUAL_LIFE_SECONDS, USUAL_PAYOUT } from "#shared/limits/lists.ts";
import { column, ListSection, numberColumn, timeColumn } from "./admin-list.tsx";
import { listOf, shareOf, wholeOrDecimal } from "./form-values.ts";
import { KeyRecipe } from "./key-recipe.tsx";
import { LastMessages } from "./messages-view.tsx";
import {
  handleOf,
  ownPasscode,
  StaffField,
  type StaffFieldProps,
  TraderField,
  useTraders,
} from "./staff-fields.tsx";
import { ConfirmButton, type SecretDialogProps, SecretForm } from "./staff-dialogs.tsx";
import { useLeadWarning, usePriceLeads, useTyped, useUsualRanges, Warned } from "./unusual-values.tsx";

const ingestKeysKey = "/api/admin/ingest-keys/";

export function KeysView() {
  const { t } = useTranslation(["admin", "common", "messages"]);
  const { payout, duration } = useFormats();
  const leadWarning = useLeadWarning();
  const seconds = (count: number) => duration(count * 1000);
  const columns: readonly Column<IngestKey>[] = [
    column("label", t("fields.label"), ({ label, takes_confidence }) => (
      <TwoLines isTyped first={label} second={takes_confidence ? t("keys.withConfidence") : null} />
    )),
    column("trader", t("common:record.trader"), ({ trader, assets }) => (
      <TwoLines isTyped first={trader} second={assets.length > 0 ? assets.join(", ") : null} />
    )),
    numberColumn("payout", t("common:record.payout"), (key) => (
      <TwoLines
        first={payout(key.payout)}
        second={t("keys.range", { min: payout(key.min_payout), max: payout(key.max_payout) })}
      />
    )),
    numberColumn("entry", t("keys.entry"), ({ entry_delay_seconds: delay, assets, revoked_at }) => (
      <TwoLines first={seconds(delay)} second={revoked_at === null ? leadWarning(delay, assets) : null} />
    )),
    numberColumn("life", t("common:record.duration"), (key) => (
      <TwoLines
        first={seconds(key.life_seconds)}
        second={t("keys.range", { min: seconds(key.min_life_seconds), max: seconds(key.max_life_seconds) })}
      />
    )),
    timeColumn("used", t("keys.lastUsed"), ({ last_used_at: at }) =>
      at === null ? t("keys.neverUsed") : <Time at={at} precision="listed" />,
    ),
    column("strange", t("keys.notUnderstood"), ({ not_understood: names }) =>
      names.length === 0 ? NO_VALUE : <code>{names.join(", ")}</code>,
    ),
    column("revoke", t("keys.action"), (key) =>
      key.revoked_at === null ? (
        <ConfirmButton
          method="DELETE"
          path={`${ingestKeysKey}${key.id}/`}
          label={t("keys.revoke")}
          about={key.label}
          title={t("keys.revokeTitle", { label: key.label })}
          submitLabel={t("keys.revokeSubmit")}
          summary={t("keys.revokedNow")}
          lists={[ingestKeysKey]}
        >
          <p>{t("keys.revokeText")}</p>
        </ConfirmButton>
      ) : (
        <>
          {t("keys.revoked")} <Time at={key.revoked_at} precision="listed" />
        </>
      ),
    ),
  ];
  return (
    <>
      <ListSection
        heading={t("keys.heading")}
        intro={t("keys.intro")}
        add={
          <DialogButton text={t("keys.add")} look="primary">
            {(close, hold) => <NewKey onClose={close} onCreated={hold} />}
          </DialogButton>
        }
        answer={useApi(ingestKeysKey, IngestKeyList)}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t("keys.empty")}
      />
      <section>
        <h2>{t("messages:recipe.heading")}</h2>
        <KeyRecipe />
      </section>
      <LastMessages />
    </>
  );
}

/** Creates a key and shows it once. */
function NewKey(dialog: SecretDialogProps) {
  const { t } = useTranslation(["admin", "messages"]);
  const { siteOrigin } = useRuntimeConfig();
  const traders = useTraders();
  const warnings = useTyped(useWarnings(traders));
  return (
    <SecretForm
      {...dialog}
      schema={NewIngestKey}
      body={(value) => ({ ...keyOf(value, traders), ...ownPasscode(value) })}
      path={ingestKeysKey}
      answer={CreatedIngestKey}
      list={ingestKeysKey}
      fieldTexts={{
        payout: t("problems.keyPayout"),
        min_payout: t("problems.payoutBound"),
        max_payout: t("problems.payoutBound"),
        min_life_seconds: t("problems.lifeBound"),
        max_life_seconds: t("problems.lifeBound"),
      }}
      submitLabel={t("keys.add")}
      onInput={warnings.look}
      secret={({ path }) => ({
        warning: t("keys.shownOnce"),
        label: t("messages:recipe.address"),
        text: siteOrigin + path,
      })}
      HowTo={KeyHowTo}
    >
      {(field) => <KeyFields field={field} warnings={warnings.seen} />}
    </SecretForm>
  );
}

function KeyHowTo({ created: { id, path } }: { readonly created: CreatedIngestKey }) {
  return (
    <>
      <KeyRecipe path={path} />
      <LastMessages keyId={id} />
    </>
  );
}

interface KeyFieldsProps extends Pick<FormHandle, "field"> {
  /** By the field's name. */
  readonly warnings: Readonly<Record<string, string | undefined>> | undefined;
}

function KeyFields({ field, warnings }: KeyFieldsProps) {
  const { t } = useTranslation("admin");
  const leads = usePriceLeads();
  const number = (name: string, text: StaffFieldProps["text"], defaultValue: number) => (
    <Warned text={warnings?.[name]}>
      <StaffField {...field(name)} text={text} defaultValue={defaultValue} inputMode="decimal" />
    </Warned>
  );
  return (
    <>
      <StaffField {...field("label")} text="label" />
      <TraderField {...field("trader")} />
      {number("payout", "payout", 85)}
      {number("entry_delay_seconds", "entryDelay", entryDelayFor(leads, []))}
      {number("life_seconds", "life", 300)}
      <fieldset className="field-group">
        <legend>{t("keys.bounds")}</legend>
        <p className="field__hint">{t("keys.boundsText")}</p>
        <div className="field-pair">
          {number("min_payout", "minPayout", 100 * USUAL_PAYOUT.min)}
          {number("max_payout", "maxPayout", 100 * USUAL_PAYOUT.max)}
        </div>
        <div className="field-pair">
          {number("min_life_seconds", "minLife", USUAL_LIFE_SECONDS.min)}
          {number("max_life_seconds", "maxLife", USUAL_LIFE_SECONDS.max)}
        </div>
        <StaffField {...field("assets")} text="assets" spellCheck={false} />
      </fieldset>
      <SelectField
        {...field("takes_confidence")}
        label={t("fields.takesConfidence")}
        hint={t("fields.takesConfidenceHint")}
        options={[
          { value: "no", text: t("keys.confidencePassedOver") },
          { value: "yes", text: t("keys.confidenceTaken") },
        ]}
      />
    </>
  );
}

/** Returns a function that finds the unusual values of a form. */
function useWarnings(traders: readonly Trader[]) {
  const usual = useUsualRanges();
  const leadWarning = useLeadWarning();
  return (value: (name: string) => string): Readonly<Record<string, string | undefined>> => {
    const key = keyOf(value, traders);
    const assets = key.assets.flatMap((asset) => canonicalAsset(asset) ?? []);
    return {
      payout: usual.payout(key.payout),
      min_payout: usual.payout(key.min_payout),
      max_payout: usual.payout(key.max_payout),
      entry_delay_seconds: leadWarning(key.entry_delay_seconds, assets),
      life_seconds: usual.life(key.life_seconds),
      min_life_seconds: usual.life(key.min_life_seconds),
      max_life_seconds: usual.life(key.max_life_seconds),
    };
  };
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
