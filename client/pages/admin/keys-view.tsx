/** Addresses that machines post signals to. */
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { NO_VALUE, useFormats } from "#client/features/ledger/formats.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { type IngestKey, IngestKeyList } from "#shared/contracts/ingest-keys.ts";
import { KeyRecipe } from "./key-recipe.tsx";
import { NewKey } from "./new-key.tsx";
import { useDone, useRefusalTexts } from "./staff-forms.tsx";

const ingestKeysKey = "/api/admin/ingest-keys/";

export function KeysView() {
  const { t } = useTranslation("admin");
  const { data, error, mutate } = useApi(ingestKeysKey, IngestKeyList);
  const columns = useColumns();
  return (
    <>
      <section>
        <header className="view-head">
          <h2>{t("keys.heading")}</h2>
          <DialogButton text={t("keys.add")} look="primary">
            {(close, hold) => <NewKey onClose={close} onCreated={hold} />}
          </DialogButton>
        </header>
        <p className="intro">{t("keys.intro")}</p>
        {data ? (
          <DataTable<IngestKey>
            caption={t("keys.heading")}
            columns={columns}
            rows={data.results}
            rowKey={({ id }) => id}
            empty={<p>{t("keys.empty")}</p>}
          />
        ) : (
          <NotLoaded error={error} retry={mutate} />
        )}
      </section>
      <section>
        <h2>{t("recipe.heading")}</h2>
        <KeyRecipe />
      </section>
    </>
  );
}

function useColumns(): readonly Column<IngestKey>[] {
  const { t } = useTranslation(["admin", "common"]);
  const { locale, payout, duration } = useFormats();
  const time = (instant: string) => <Time epochMs={Date.parse(instant)} locale={locale} precision="listed" />;
  const seconds = (count: number) => duration(count * 1000);
  return [
    {
      key: "label",
      header: t("fields.label"),
      cell: ({ label, takes_confidence }) => (
        <span className="two-lines typed">
          <span>{label}</span>
          {takes_confidence ? <small>{t("keys.withConfidence")}</small> : null}
        </span>
      ),
    },
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ trader, assets }) => (
        <span className="two-lines typed">
          <span>{trader}</span>
          {assets.length > 0 ? <small>{assets.join(", ")}</small> : null}
        </span>
      ),
    },
    {
      key: "payout",
      header: t("common:record.payout"),
      isNumber: true,
      cell: (key) => (
        <span className="two-lines">
          <span>{payout(key.payout)}</span>
          <small>{t("keys.range", { min: payout(key.min_payout), max: payout(key.max_payout) })}</small>
        </span>
      ),
    },
    {
      key: "entry",
      header: t("keys.entry"),
      isNumber: true,
      cell: ({ entry_delay_seconds }) => seconds(entry_delay_seconds),
    },
    {
      key: "life",
      header: t("common:record.duration"),
      isNumber: true,
      cell: (key) => (
        <span className="two-lines">
          <span>{seconds(key.life_seconds)}</span>
          <small>
            {t("keys.range", { min: seconds(key.min_life_seconds), max: seconds(key.max_life_seconds) })}
          </small>
        </span>
      ),
    },
    {
      key: "used",
      header: t("keys.lastUsed"),
      isTime: true,
      cell: ({ last_used_at }) => (last_used_at === null ? t("keys.neverUsed") : time(last_used_at)),
    },
    {
      key: "strange",
      header: t("keys.notUnderstood"),
      cell: ({ not_understood: names }) => (names.length === 0 ? NO_VALUE : <code>{names.join(", ")}</code>),
    },
    {
      key: "revoke",
      header: t("keys.action"),
      cell: (key) =>
        key.revoked_at === null ? (
          <DialogButton
            text={t("keys.revoke")}
            about={key.label}
            title={t("keys.revokeTitle", { label: key.label })}
            look="danger"
          >
            {(close) => <RevokeForm ingestKey={key} onClose={close} />}
          </DialogButton>
        ) : (
          <>
            {t("keys.revoked")} {time(key.revoked_at)}
          </>
        ),
    },
  ];
}

interface RevokeFormProps {
  readonly ingestKey: IngestKey;
  readonly onClose: () => void;
}

function RevokeForm({ ingestKey, onClose }: RevokeFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const done = useDone(onClose);
  const form = useForm<undefined>({
    schema: v.undefined(),
    body: () => undefined,
    send: () => http.send("DELETE", `${ingestKeysKey}${ingestKey.id}/`, undefined, v.undefined()),
    refusalTexts: useRefusalTexts(),
    onSent: () => done(t("keys.revokedNow"), ingestKeysKey),
  });
  return (
    <Form
      form={form}
      label={t("keys.revoke")}
      submitLabel={t("keys.revokeSubmit")}
      submitLook="danger"
      onCancel={onClose}
    >
      <p>{t("keys.revokeText")}</p>
    </Form>
  );
}
