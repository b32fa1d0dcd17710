/** Export and deletion of the member's data. */
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { downloadFile } from "#client/data/download-file.ts";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { Button } from "#client/ui/button.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { AccountDeletion, ProfileExportRequest } from "#shared/contracts/profile.ts";
import type { User } from "#shared/contracts/session.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { Confirmation, mustConfirm, useConfirmation, useConfirmationTexts } from "./confirmation.tsx";

const accountPath = "/api/profile/";
const exportPath = "/api/profile/export/";

export function OwnData({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const download = useDownload();
  const exportAll = useAction(() => download({}));
  const absent = useAbsentParts();
  const canExport = !absent.includes("export");
  const canDelete = !absent.includes("deletion");
  if (!canExport && !canDelete) return null;
  return (
    <section>
      <h2>{t("data.heading")}</h2>
      <p className="intro">{t("data.text")}</p>
      <div className="actions">
        {canExport && mustConfirm(user) ? (
          <DialogButton text={t("data.export")}>
            {(close) => <ExportForm user={user} onClose={close} />}
          </DialogButton>
        ) : null}
        {canExport && !mustConfirm(user) ? (
          <Button isBusy={exportAll.isBusy} onClick={exportAll.run}>
            {t("data.export")}
          </Button>
        ) : null}
        {canDelete ? (
          <DialogButton text={t("data.delete")} title={t("data.deleteTitle")} look="danger">
            {(close) => <DeletionForm user={user} onClose={close} />}
          </DialogButton>
        ) : null}
      </div>
    </section>
  );
}

function useDownload(): (body: unknown) => Promise<void> {
  const { session } = useSession();
  return (body) => downloadFile(session.authenticatedFetch, exportPath, "profile.json", { body });
}

interface OwnDataFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

function ExportForm({ user, onClose }: OwnDataFormProps) {
  const { t } = useTranslation("profile");
  const download = useDownload();
  const { bodyOf, confirm } = useConfirmation(user);
  const form = useForm({
    ...useConfirmationTexts(),
    schema: ProfileExportRequest,
    body: bodyOf,
    async send(body) {
      await confirm();
      await download(body);
    },
    onSent: onClose,
  });
  return (
    <Form form={form} submitLabel={t("data.export")} onCancel={onClose}>
      <Confirmation form={form} user={user} />
    </Form>
  );
}

function DeletionForm({ user, onClose }: OwnDataFormProps) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const { session } = useSession();
  const { bodyOf, confirm } = useConfirmation(user);
  const texts = useConfirmationTexts();
  const confirmProblem = t("data.confirmProblem", { pocketoptionId: user.pocketoption_id });
  const form = useForm({
    schema: v.object({
      ...AccountDeletion.entries,
      confirm: v.literal(user.pocketoption_id),
    }),
    body: (value) => ({
      confirm: withoutInvisible(value("confirm")),
      ...bodyOf(value),
    }),
    async send(body) {
      await confirm();
      return http.send("DELETE", accountPath, body, v.undefined());
    },
    fieldTexts: { ...texts.fieldTexts, confirm: confirmProblem },
    refusalTexts: {
      ...texts.refusalTexts,
      not_confirmed: confirmProblem,
      last_staff: t("data.lastStaff"),
    },
    blames: { ...texts.blames, not_confirmed: "confirm" },
    onSent() {
      toasts.add({ severity: "success", summary: t("data.deleted"), life: TOAST_LIFE_MS });
      session.signOut();
    },
  });
  return (
    <>
      <p>{t("data.deleteText")}</p>
      <Form form={form} submitLabel={t("data.deleteForGood")} submitLook="danger" onCancel={onClose}>
        <TextField
          {...form.field("confirm")}
          label={t("data.confirm", { pocketoptionId: user.pocketoption_id })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Confirmation form={form} user={user} />
      </Form>
    </>
  );
}
