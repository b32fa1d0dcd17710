/** Traders: adding, renaming and retiring them. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { Time } from "#client/ui/time.tsx";
import { NewTrader, Trader, TraderPage, TraderRename } from "#shared/contracts/traders.ts";
import { detailHref } from "#shared/site/routes.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { column, ListSection, numberColumn } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";
import { ConfirmButton } from "./staff-dialogs.tsx";
import { CODE, StaffField } from "./staff-fields.tsx";
import { useDone, useStaffForm } from "./staff-forms.ts";

const tradersPath = "/api/traders/";

export function TradersView() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["admin", "common"]);
  const { count } = useFormats();
  const columns: readonly Column<Trader>[] = [
    column("trader", t("common:record.trader"), ({ handle, name }) => (
      <span className="two-lines typed">
        <PageLink to={detailHref(language, "traders", handle)}>{name}</PageLink>
        <small>{handle}</small>
      </span>
    )),
    column("joined", t("traders.joined"), ({ joined_at }) => <Time at={joined_at} precision="day" />),
    numberColumn("open", t("common:record.counts.open"), ({ statistics }) => count(statistics.open)),
    numberColumn("settled", t("traders.settled"), ({ statistics }) => count(statistics.settled)),
    column("state", t("fields.state"), ({ retired_at }) =>
      retired_at === null ? (
        t("traders.active")
      ) : (
        // One wrapper element, because in the card layout each child of a cell is a grid item.
        <span>
          {t("traders.retired")} <Time at={retired_at} precision="day" />
        </span>
      ),
    ),
    column("retire", t("traders.action"), (trader) => (
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
            lists={[tradersPath]}
          >
            <p>{t("traders.retireText")}</p>
          </ConfirmButton>
        ) : null}
      </span>
    )),
  ];
  return (
    <ListSection
      heading={t("traders.heading")}
      add={
        <DialogButton text={t("traders.add")} look="primary">
          {(close) => <NewTraderForm onClose={close} />}
        </DialogButton>
      }
      answer={useApi(useListKey(tradersPath, [], { sort: "handle" }), TraderPage)}
      columns={columns}
      rowKey={({ handle }) => handle}
      empty={t("traders.empty")}
    />
  );
}

function NewTraderForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const done = useDone(onClose);
  const form = useStaffForm({
    schema: NewTrader,
    body: (value) => ({ handle: withoutInvisible(value("handle")), name: value("name") }),
    path: "/api/admin/traders/",
    answer: Trader,
    fieldTexts: { name: t("problems.label") },
    onSent: ({ name }) => done(t("traders.added", { name }), tradersPath),
    onClose,
  });
  return (
    <Form form={form} submitLabel={t("traders.add")} onCancel={onClose}>
      <StaffField {...form.field("handle")} {...CODE} text="handle" />
      <StaffField {...form.field("name")} text="name" />
    </Form>
  );
}

/** Changes the display name; without one, the handle is shown. */
function RenameForm({ trader, onClose }: { readonly trader: Trader; readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const done = useDone(onClose);
  const form = useStaffForm({
    schema: TraderRename,
    body: (value) => ({ name: value("name").trim() === "" ? null : value("name") }),
    method: "PATCH",
    path: `/api/admin/traders/${trader.handle}/`,
    answer: Trader,
    fieldTexts: { name: t("problems.label") },
    onSent: ({ name }) => done(t("traders.renamed", { name }), tradersPath),
    onClose,
  });
  return (
    <Form form={form} submitLabel={t("traders.renameSubmit")} onCancel={onClose}>
      <StaffField
        {...form.field("name")}
        text="name"
        hint={t("traders.renameHint")}
        defaultValue={trader.name}
      />
    </Form>
  );
}
