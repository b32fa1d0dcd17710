/** Addresses that machines post signals to. */
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { useTranslation } from "react-i18next";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { Time } from "#client/ui/time.tsx";
import { type IngestKey, IngestKeyList } from "#shared/contracts/ingest-keys.ts";
import { ListSection } from "./admin-list.tsx";
import { ConfirmButton } from "./confirm-form.tsx";
import { KeyRecipe } from "./key-recipe.tsx";
import { LastMessages } from "./messages-view.tsx";
import { NewKey } from "./new-key.tsx";
import { useLeadWarning } from "./staff-forms.tsx";

const ingestKeysKey = "/api/admin/ingest-keys/";

export function KeysView() {
  const { t } = useTranslation(["admin", "messages"]);
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
        columns={useColumns()}
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

function useColumns(): readonly Column<IngestKey>[] {
  const { t } = useTranslation(["admin", "common"]);
  const { payout, duration } = useFormats();
  const leadWarning = useLeadWarning();
  const seconds = (count: number) => duration(count * 1000);
  return [
    {
      key: "label",
      header: t("fields.label"),
      cell: ({ label, takes_confidence }) => (
        <TwoLines isTyped first={label} second={takes_confidence ? t("keys.withConfidence") : null} />
      ),
    },
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ trader, assets }) => (
        <TwoLines isTyped first={trader} second={assets.length > 0 ? assets.join(", ") : null} />
      ),
    },
    {
      key: "payout",
      header: t("common:record.payout"),
      isNumber: true,
      cell: (key) => (
        <TwoLines
          first={payout(key.payout)}
          second={t("keys.range", { min: payout(key.min_payout), max: payout(key.max_payout) })}
        />
      ),
    },
    {
      key: "entry",
      header: t("keys.entry"),
      isNumber: true,
      cell: ({ entry_delay_seconds: delay, assets, revoked_at }) => (
        <TwoLines first={seconds(delay)} second={revoked_at === null ? leadWarning(delay, assets) : null} />
      ),
    },
    {
      key: "life",
      header: t("common:record.duration"),
      isNumber: true,
      cell: (key) => (
        <TwoLines
          first={seconds(key.life_seconds)}
          second={t("keys.range", { min: seconds(key.min_life_seconds), max: seconds(key.max_life_seconds) })}
        />
      ),
    },
    {
      key: "used",
      header: t("keys.lastUsed"),
      isTime: true,
      cell: ({ last_used_at }) =>
        last_used_at === null ? t("keys.neverUsed") : <Time at={last_used_at} precision="listed" />,
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
    },
  ];
}
