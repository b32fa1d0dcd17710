/** Invites: links that admit one person each. Lists the valid ones, creates and revokes them. */
import { useState } from "react";
import { useData } from "#client/data/data-provider.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { useTranslation } from "react-i18next";
import type { Column } from "#client/ui/data-table.tsx";
import {
  type AdminAccount,
  CreatedInvite,
  type Invite,
  InviteList,
  NewInvite as NewInviteBody,
} from "#shared/contracts/accounts.ts";
import { ListSection, timeColumn } from "./admin-list.tsx";
import { ConfirmButton } from "./confirm-form.tsx";
import { OWN_PASSCODE_BLAMES, ownPasscode, OwnPasscodeField } from "./own-passcode.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useRefresh, useRefusalTexts } from "./staff-forms.tsx";

const invitesKey = "/api/admin/invites/";

/** The valid invites. */
export function useInvites() {
  return useApi(invitesKey, InviteList);
}

export function InvitesSection() {
  const { t } = useTranslation("admin");
  const answer = useInvites();
  const { data, error } = answer;
  const columns = useColumns();
  // An operator's own backend may lack them.
  if (isAbsent(error)) return null;
  return (
    <ListSection
      heading={t("invites.heading")}
      intro={data && t(`invites.intro.${data.sign_up}`)}
      add={
        data && data.sign_up !== "closed" ? (
          <DialogButton text={t("invites.add")} look="primary">
            {(close, hold) => <NewInvite onClose={close} onCreated={hold} />}
          </DialogButton>
        ) : null
      }
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      empty={t("invites.empty")}
    />
  );
}

function useColumns(): readonly Column<Invite>[] {
  const { t } = useTranslation("admin");
  return [
    {
      key: "account",
      header: t("invites.for"),
      cell: ({ account }) => account?.pocketoption_id ?? t("invites.newAccount"),
    },
    { key: "maker", header: t("invites.by"), cell: ({ created_by }) => created_by ?? NO_VALUE },
    timeColumn("created", t("fields.created"), ({ created_at }) => created_at),
    timeColumn("expires", t("invites.until"), ({ expires_at }) => expires_at),
    {
      key: "revoke",
      header: t("keys.action"),
      cell: (invite) => (
        <ConfirmButton
          method="DELETE"
          path={`${invitesKey}${invite.id}/`}
          label={t("keys.revoke")}
          about={invite.account?.pocketoption_id ?? t("invites.newAccount")}
          title={t("invites.revokeTitle")}
          submitLabel={t("keys.revokeSubmit")}
          refusalTexts={{ not_found: t("invites.gone") }}
          summary={t("invites.revoked")}
          lists={[invitesKey]}
        >
          <p>{t("invites.revokeText")}</p>
        </ConfirmButton>
      ),
    },
  ];
}

export interface NewInviteProps {
  /** The account that the invite is for, without a passcode; omitted if the invite creates a new account. */
  readonly account?: AdminAccount;
  readonly onClose: () => void;
  /** Shows the link from creation on, until `onClose`. */
  readonly onCreated: () => void;
}

export function NewInvite({ account, onClose, onCreated }: NewInviteProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const refresh = useRefresh();
  const [created, setCreated] = useState<CreatedInvite | null>(null);
  const form = useForm({
    schema: NewInviteBody,
    body: (value) => ({
      ...(account && { account_id: account.id }),
      ...ownPasscode(value),
    }),
    send: (body) => http.send("POST", invitesKey, body, CreatedInvite),
    refusalTexts: useRefusalTexts(),
    blames: OWN_PASSCODE_BLAMES,
    onSent(invite) {
      setCreated(invite);
      refresh(invitesKey);
      onCreated();
    },
  });
  if (created) {
    return (
      <ShownOnce
        text={t("invites.shownOnce")}
        label={t("invites.link")}
        value={new URL(created.path, window.location.origin).href}
        onClose={onClose}
      />
    );
  }
  return (
    <Form form={form} submitLabel={t("invites.make")} onCancel={onClose}>
      <p>{t(account ? "invites.textForAccount" : "invites.text")}</p>
      <OwnPasscodeField form={form} />
    </Form>
  );
}
