/** The member's passkeys: lists, adds and removes them. */
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { logOwnFault } from "#client/data/http-error.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useApi } from "#client/data/use-api.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { loadCeremonies, usePasskeySupport } from "#client/features/session/passkey-support.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { focusToHeading } from "#client/ui/focus.ts";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import {
  MAX_PASSKEYS,
  NewPasskey,
  Passkey,
  PasskeyCreationOptions,
  PasskeyList,
  PasskeyOptionsRequest,
  PasskeyRemoval,
} from "#shared/contracts/passkeys.ts";
import type { User } from "#shared/contracts/session.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { useTranslation } from "react-i18next";
import { useRefresh } from "#client/data/use-refresh.ts";
import { actsKey } from "./acts.tsx";
import { Confirmation, useConfirmation, useConfirmationTexts } from "./confirmation.tsx";
import { sessionsKey } from "./sessions.tsx";

const passkeysKey = "/api/profile/passkeys/";

export function Passkeys({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const { data, error, mutate } = useApi(passkeysKey, PasskeyList);
  const support = usePasskeySupport();
  const columns = useColumns(user);
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  return (
    <>
      <p className="intro">{t("passkeys.text")}</p>
      {data.results.length > 0 ? (
        <DataTable<Passkey>
          caption={t("passkeys.heading")}
          columns={columns}
          rows={data.results}
          rowKey={({ id }) => id}
          empty={null}
        />
      ) : (
        <p className="empty">{t("passkeys.none")}</p>
      )}
      {support === "usable" ? (
        <p ref={focusToHeading}>
          <DialogButton text={t("passkeys.add")}>
            {(close) => <NewPasskeyForm user={user} onClose={close} />}
          </DialogButton>
        </p>
      ) : (
        <p className="callout">{t(`passkeys.${support}`)}</p>
      )}
    </>
  );
}

function useColumns(user: User): readonly Column<Passkey>[] {
  const { t } = useTranslation("profile");
  return [
    { key: "label", header: t("passkeys.label"), cell: ({ label }) => label },
    {
      key: "added",
      header: t("passkeys.added"),
      isTime: true,
      cell: ({ created_at }) => <Time at={created_at} precision="listed" />,
    },
    {
      key: "used",
      header: t("passkeys.lastUsed"),
      isTime: true,
      cell: ({ last_used_at }) =>
        last_used_at === null ? t("passkeys.never") : <Time at={last_used_at} precision="listed" />,
    },
    {
      key: "remove",
      header: t("passkeys.remove"),
      cell: (passkey) => (
        <DialogButton
          text={t("passkeys.remove")}
          about={passkey.label}
          title={t("passkeys.removeTitle", passkey)}
        >
          {(close) => <RemovalForm user={user} passkey={passkey} onClose={close} />}
        </DialogButton>
      ),
    },
  ];
}

interface NewPasskeyFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

const NewPasskeyValues = v.object({ label: NewPasskey.entries.label, ...PasskeyOptionsRequest.entries });

function NewPasskeyForm({ user, onClose }: NewPasskeyFormProps) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const { session } = useSession();
  const texts = useConfirmationTexts();
  const { bodyOf, confirm } = useConfirmation(user);
  const done = useDone();
  const form = useForm({
    schema: NewPasskeyValues,
    body: (value) => ({ label: value("label"), ...bodyOf(value) }),
    async send(body) {
      const { label, ...confirmed } = v.parse(NewPasskeyValues, body);
      await confirm();
      const options = await http.send("POST", `${passkeysKey}options/`, confirmed, PasskeyCreationOptions);
      const { makePasskey } = await loadCeremonies();
      const credential = await makePasskey(options);
      return http.send("POST", passkeysKey, { label, credential }, Passkey);
    },
    fieldTexts: { ...texts.fieldTexts, label: t("passkeys.labelProblem") },
    refusalTexts: {
      ...texts.refusalTexts,
      passkey_declined: t("passkeys.declined"),
      passkey_exists: t("passkeys.exists"),
      too_many_passkeys: t("passkeys.tooMany", { count: MAX_PASSKEYS }),
    },
    blames: texts.blames,
    onSent() {
      onClose();
      // Loads the user again, because a passkey may give staff access to the admin area.
      session.loadUser().catch(logOwnFault);
      done(t("passkeys.saved"));
    },
  });
  return (
    <Form form={form} submitLabel={t("passkeys.add")} onCancel={onClose}>
      <TextField
        {...form.field("label")}
        label={t("passkeys.label")}
        hint={t("passkeys.labelHint")}
        maxLength={BOUNDS.passkeyLabel.max}
        autoComplete="off"
      />
      <Confirmation form={form} user={user} />
    </Form>
  );
}

interface RemovalFormProps extends NewPasskeyFormProps {
  readonly passkey: Passkey;
}

function RemovalForm({ user, passkey, onClose }: RemovalFormProps) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const { refusalTexts, ...texts } = useConfirmationTexts();
  const { bodyOf, confirm } = useConfirmation(user);
  const done = useDone();
  const form = useForm({
    ...texts,
    schema: PasskeyRemoval,
    body: bodyOf,
    async send(body) {
      await confirm();
      return http.send("DELETE", `${passkeysKey}${passkey.id}/`, body, v.undefined());
    },
    refusalTexts: {
      ...refusalTexts,
      last_passkey: t(user.has_passcode ? "passkeys.last" : "passkeys.lastWay"),
      not_found: t("passkeys.gone"),
    },
    onSent() {
      onClose();
      done(t("passkeys.removed"));
    },
  });
  return (
    <>
      <p>{t("passkeys.removeText")}</p>
      <Form form={form} submitLabel={t("passkeys.remove")} submitLook="danger" onCancel={onClose}>
        <Confirmation form={form} user={user} />
      </Form>
    </>
  );
}

function useDone(): (summary: string) => void {
  const refresh = useRefresh();
  return (summary) => {
    refresh(passkeysKey, sessionsKey, actsKey);
    toasts.add({ severity: "success", summary, life: 6000 });
  };
}
