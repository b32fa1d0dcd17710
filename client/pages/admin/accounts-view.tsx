/** Accounts and invites. */
import { useTranslation } from "react-i18next";
import { isAbsent } from "#client/data/http-error.ts";
import { useApi } from "#client/data/use-api.ts";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import {
  type AdminAccount,
  AdminAccountPage,
  CreatedInvite,
  type Invite,
  InviteList,
  NewInvite as NewInviteBody,
} from "#shared/contracts/accounts.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { AccountForm, NewAccountForm } from "./account-form.tsx";
import { column, ListSection, numberColumn, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";
import { ConfirmButton, type SecretDialogProps, SecretForm } from "./staff-dialogs.tsx";
import { ownPasscode } from "./staff-fields.tsx";

/** Searches by the beginning of an id or a name. */
export function AccountsView() {
  const { t } = useTranslation("admin");
  const { count } = useFormats();
  const answer = useApi(useListKey("/api/admin/accounts/", ["q"]), AdminAccountPage);
  const invites = useInvites();
  // Rows have their height once it is known whether members can be invited.
  const isKnown = invites.data !== undefined || invites.error !== undefined;
  const columns: readonly Column<AdminAccount>[] = [
    column("account", t("fields.account"), ({ pocketoption_id, name }) => (
      <TwoLines isTyped first={pocketoption_id} second={name || null} />
    )),
    column("role", t("fields.role"), ({ role }) => t(`roles.${role}`)),
    column("state", t("fields.state"), ({ is_active }) =>
      t(is_active ? "accounts.active" : "accounts.inactive"),
    ),
    column("passcode", t("fields.passcode"), (account) => t(signInWay(account))),
    numberColumn("sessions", t("accounts.sessions"), ({ sessions }) => count(sessions)),
    column("created", t("fields.created"), ({ created_at }) => <Time at={created_at} precision="day" />),
    column("manage", t("accounts.action"), (account) => (
      <span className="actions">
        <DialogButton
          text={t("accounts.manage")}
          about={account.pocketoption_id}
          title={account.pocketoption_id}
        >
          {(close) => <AccountForm account={account} onClose={close} />}
        </DialogButton>
        {invites.data !== undefined && isInvitable(account) ? (
          <DialogButton
            text={t("invites.send")}
            about={account.pocketoption_id}
            title={t("invites.titleFor", { pocketoptionId: account.pocketoption_id })}
          >
            {(close, hold) => <NewInvite account={account} onClose={close} onCreated={hold} />}
          </DialogButton>
        ) : null}
      </span>
    )),
  ];
  return (
    <>
      <ListSection
        heading={t("accounts.heading")}
        add={
          <DialogButton text={t("accounts.add")} look="primary">
            {(close) => <NewAccountForm onClose={close} />}
          </DialogButton>
        }
        filter={{
          label: t("accounts.search"),
          filters: [
            {
              kind: "text",
              type: "search",
              name: "q",
              label: t("accounts.query"),
              problem: t("problems.name"),
              maxLength: BOUNDS.accountName.max,
            },
          ],
        }}
        answer={isKnown ? answer : { ...answer, data: undefined }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t("accounts.empty")}
      />
      {/* Rendered once the list above has its height. */}
      {isKnown && (answer.data || answer.error) ? <InvitesSection /> : null}
    </>
  );
}

function isInvitable({ role, is_active, has_passcode }: AdminAccount): boolean {
  return role === "member" && is_active && !has_passcode;
}

function signInWay({ has_passcode: hasPasscode, has_passkey: hasPasskey, id_alone: idAlone }: AdminAccount) {
  if (hasPasscode) return "accounts.hasPasscode";
  if (hasPasskey) return "accounts.hasPasskey";
  return idAlone ? "accounts.idAlone" : "accounts.noPasscode";
}

const invitesKey = "/api/admin/invites/";

function useInvites() {
  return useApi(invitesKey, InviteList);
}

/** The valid invites, which are links that admit one person each. */
function InvitesSection() {
  const { t } = useTranslation("admin");
  const answer = useInvites();
  const { data, error } = answer;
  const columns: readonly Column<Invite>[] = [
    column("account", t("invites.for"), ({ account }) => account?.pocketoption_id ?? t("invites.newAccount")),
    column("maker", t("invites.by"), ({ created_by }) => created_by ?? NO_VALUE),
    timeColumn("created", t("fields.created"), ({ created_at }) => <TimeOrDash at={created_at} />),
    timeColumn("expires", t("invites.until"), ({ expires_at }) => <TimeOrDash at={expires_at} />),
    column("revoke", t("keys.action"), (invite) => (
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
    )),
  ];
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

/** For an account without a passcode; without `account` the invite creates a new one. */
function NewInvite({ account, ...dialog }: SecretDialogProps & { readonly account?: AdminAccount }) {
  const { t } = useTranslation("admin");
  return (
    <SecretForm
      {...dialog}
      schema={NewInviteBody}
      body={(value) => ({ ...(account && { account_id: account.id }), ...ownPasscode(value) })}
      path={invitesKey}
      answer={CreatedInvite}
      list={invitesKey}
      submitLabel={t("invites.make")}
      secret={({ path }) => ({
        warning: t("invites.shownOnce"),
        label: t("invites.link"),
        text: new URL(path, window.location.origin).href,
      })}
    >
      {() => <p>{t(account ? "invites.textForAccount" : "invites.text")}</p>}
    </SecretForm>
  );
}
