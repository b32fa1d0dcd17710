/** Traders: adding, renaming and retiring them. */
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { NewTrader, Trader, TraderPage, TraderRename } from "#shared/contracts/traders.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { detailHref } from "#shared/site/routes.ts";
import { ConfirmButton } from "./confirm-form.tsx";
import { ListSection } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";
import { useDone, useRefusalTexts } from "./staff-forms.tsx";

export function TradersView() {
  const { t } = useTranslation("admin");
  const key = useListKey("/api/traders/", [], { sort: "handle" });
  return (
    <ListSection
      heading={t("traders.heading")}
      add={
        <DialogButton text={t("traders.add")} look="primary">
          {(close) => <NewTraderForm onClose={close} />}
        </DialogButton>
      }
      answer={useApi(key, TraderPage)}
      columns={useColumns()}
      rowKey={({ handle }) => handle}
      empty={t("traders.empty")}
    />
  );
}

function useColumns(): readonly Column<Trader>[] {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["admin", "common"]);
  const { count } = useFormats();
  return [
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ handle, name }) => (
        <span className="two-lines typed">
          <PageLink to={detailHref(language, "traders", handle)}>{name}</PageLink>
          <small>{handle}</small>
        </span>
      ),
    },
    {
      key: "joined",
      header: t("traders.joined"),
      cell: ({ joined_at }) => <Time at={joined_at} precision="day" />,
    },
    {
      key: "open",
      header: t("common:record.counts.open"),
      isNumber: true,
      cell: ({ statistics }) => count(statistics.open),
    },
    {
      key: "settled",
      header: t("traders.settled"),
      isNumber: true,
      cell: ({ statistics }) => count(statistics.settled),
    },
    {
      key: "state",
      header: t("fields.state"),
      cell: ({ retired_at }) =>
        retired_at === null ? (
          t("traders.active")
        ) : (
          // One wrapper element, because in the card layout each child of a cell is a grid item.
          <span>
            {t("traders.retired")} <Time at={retired_at} precision="day" />
          </span>
        ),
    },
    {
      key: "retire",
      header: t("traders.action"),
      cell: (trader) => (
        <span className="row-actions">
          <DialogButton
            text={t("traders.rename")}
            about={trader.name}
            title={t("traders.renameTitle", { name: trader.name })}
          >
            {(close) => <RenameForm trader={trader} onClose={close} />}
          </DialogButton>
          {trader.retired_at === null ? (
            <ConfirmButton
              method="POST"
              path={`/api/admin/traders/${trader.handle}/retire/`}
              label={t("traders.retire")}
              about={trader.name}
              title={t("traders.retireTitle", { name: trader.name })}
              submitLabel={t("traders.retireSubmit")}
              summary={t("traders.retiredNow", { name: trader.name })}
              lists={["/api/traders/"]}
            >
              <p>{t("traders.retireText")}</p>
            </ConfirmButton>
          ) : null}
        </span>
      ),
    },
  ];
}

function NewTraderForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const done = useDone(onClose);
  const form = useForm({
    schema: NewTrader,
    body: (value) => ({ handle: withoutInvisible(value("handle")), name: value("name") }),
    send: (body) => http.send("POST", "/api/admin/traders/", body, Trader),
    fieldTexts: { handle: t("problems.handle"), name: t("problems.label") },
    refusalTexts: useRefusalTexts(),
    blames: { trader_exists: "handle", trader_handle_taken: "handle", trader_name_taken: "name" },
    onSent: ({ name }) => done(t("traders.added", { name }), "/api/traders/"),
  });
  return (
    <Form form={form} submitLabel={t("traders.add")} onCancel={onClose}>
      <TextField
        {...form.field("handle")}
        label={t("fields.handle")}
        hint={t("fields.handleHint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...form.field("name")} label={t("fields.name")} autoComplete="off" />
    </Form>
  );
}

interface RenameFormProps {
  readonly trader: Trader;
  readonly onClose: () => void;
}

/** Changes the display name; without one, the handle is shown. */
function RenameForm({ trader, onClose }: RenameFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const done = useDone(onClose);
  const form = useForm({
    schema: TraderRename,
    body: (value) => ({ name: value("name").trim() === "" ? null : value("name") }),
    send: (body) => http.send("PATCH", `/api/admin/traders/${trader.handle}/`, body, Trader),
    fieldTexts: { name: t("problems.label") },
    refusalTexts: useRefusalTexts(),
    blames: { trader_name_taken: "name" },
    onSent: ({ name }) => done(t("traders.renamed", { name }), "/api/traders/"),
  });
  return (
    <Form form={form} submitLabel={t("traders.renameSubmit")} onCancel={onClose}>
      <TextField
        {...form.field("name")}
        label={t("fields.name")}
        hint={t("traders.renameHint")}
        defaultValue={trader.name}
        autoComplete="off"
      />
    </Form>
  );
}
