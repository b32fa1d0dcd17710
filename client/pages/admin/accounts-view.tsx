/** Accounts and invites. */
import { useSearchParams } from "react-router";
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { type AdminAccount, AdminAccountPage } from "#shared/contracts/accounts.ts";
import { AccountForm, NewAccountForm } from "./account-form.tsx";
import { ListSection } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";
import { InvitesSection, NewInvite, useInvites } from "./invites-section.tsx";
import { SearchForm } from "./list-search.tsx";

/** Searches by the beginning of an id or a name. */
export function AccountsView() {
  const { t } = useTranslation(["admin", "common"]);
  const [query] = useSearchParams();
  const q = query.get("q") ?? "";
  const answer = useApi(useListKey("/api/admin/accounts/", ["q"]), AdminAccountPage);
  const invites = useInvites();
  // Rows have their height once it is known whether members can be invited.
  const isKnown = invites.data !== undefined || invites.error !== undefined;
  return (
    <>
      <ListSection
        heading={t("accounts.heading")}
        add={
          <DialogButton text={t("accounts.add")} look="primary">
            {(close) => <NewAccountForm onClose={close} />}
          </DialogButton>
        }
        search={
          <SearchForm label={t("accounts.search")} view="accounts" isNarrowed={q !== ""}>
            <TextField
              name="q"
              type="search"
              label={t("accounts.query")}
              defaultValue={q}
              maxLength={80}
              autoComplete="off"
            />
          </SearchForm>
        }
        answer={isKnown ? answer : { ...answer, data: undefined }}
        columns={useColumns(invites.data !== undefined)}
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

function signUpWay({ has_passcode: hasPasscode, has_passkey: hasPasskey, id_alone: idAlone }: AdminAccount) {
  if (hasPasscode) return "accounts.hasPasscode";
  if (hasPasskey) return "accounts.hasPasskey";
  return idAlone ? "accounts.idAlone" : "accounts.noPasscode";
}

/** `hasInvites`: whether this site has invites. */
function useColumns(hasInvites: boolean): readonly Column<AdminAccount>[] {
  const { t } = useTranslation("admin");
  const { count } = useFormats();
  return [
    {
      key: "account",
      header: t("fields.account"),
      cell: ({ pocketoption_id, name }) => <TwoLines isTyped first={pocketoption_id} second={name || null} />,
    },
    { key: "role", header: t("fields.role"), cell: ({ role }) => t(`roles.${role}`) },
    {
      key: "state",
      header: t("fields.state"),
      cell: ({ is_active }) => t(is_active ? "accounts.active" : "accounts.inactive"),
    },
    {
      key: "passcode",
      header: t("fields.passcode"),
      cell: (account) => t(signUpWay(account)),
    },
    {
      key: "sessions",
      header: t("accounts.sessions"),
      isNumber: true,
      cell: ({ sessions }) => count(sessions),
    },
    {
      key: "created",
      header: t("fields.created"),
      cell: ({ created_at }) => <Time at={created_at} precision="day" />,
    },
    {
      key: "manage",
      header: t("accounts.action"),
      cell: (account) => (
        <span className="actions">
          <DialogButton
            text={t("accounts.manage")}
            about={account.pocketoption_id}
            title={account.pocketoption_id}
          >
            {(close) => <AccountForm account={account} onClose={close} />}
          </DialogButton>
          {hasInvites && isInvitable(account) ? (
            <DialogButton
              text={t("invites.send")}
              about={account.pocketoption_id}
              title={t("invites.titleFor", { pocketoptionId: account.pocketoption_id })}
            >
              {(close, hold) => <NewInvite account={account} onClose={close} onCreated={hold} />}
            </DialogButton>
          ) : null}
        </span>
      ),
    },
  ];
}
