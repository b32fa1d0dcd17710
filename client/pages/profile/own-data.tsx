/** What is kept on the member: to take along, or to have deleted. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { downloadFile } from "#client/data/download-file.ts";
import { Form } from "#client/form/form.tsx";
import { useAction } from "#client/form/use-action.ts";
import { useForm } from "#client/form/use-form.ts";
import { useSession } from "#client/session/session-context.tsx";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toasts.ts";
import type { User } from "#shared/contracts/session.ts";
import { pageHref } from "#shared/routes.ts";

export function OwnData({ user }: { readonly user: User }) {
  const { t } = useTranslation(["profile", "common"]);
  const { session } = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const exportAll = useAction(() =>
    downloadFile(session.authenticatedFetch, "/api/profile/export/", "tidemark-profile.json"),
  );
  return (
    <section>
      <h2>{t("data.heading")}</h2>
      <p className="intro">{t("data.text")}</p>
      <div className="form__actions">
        <Button isBusy={exportAll.isBusy} onClick={exportAll.run}>
          {t("data.export")}
        </Button>
        <Button look="danger" onClick={() => setIsDeleting(true)}>
          {t("data.delete")}
        </Button>
      </div>
      <Dialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t("data.deleteTitle")}
        closeLabel={t("common:close")}
      >
        <DeletionForm user={user} onClose={() => setIsDeleting(false)} />
      </Dialog>
    </section>
  );
}

function DeletionForm({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { t } = useTranslation(["profile", "common"]);
  const { http } = useData();
  const leave = useLeave();
  const form = useForm<undefined>({
    schema: v.object({ confirm: v.pipe(v.string(), v.trim(), v.literal(user.pocketoption_id)) }),
    body: (value) => ({ confirm: value("confirm") }),
    send: (body) => http.send("DELETE", "/api/profile/", body, v.undefined()),
    fieldTexts: { confirm: t("data.confirmProblem", { id: user.pocketoption_id }) },
    refusalTexts: {
      not_confirmed: t("data.confirmProblem", { id: user.pocketoption_id }),
      last_staff: t("data.lastStaff"),
    },
    blames: { not_confirmed: "confirm" },
    onSent: leave,
  });
  return (
    <>
      <p>{t("data.deleteText")}</p>
      <Form
        form={form}
        submitLabel={t("data.deleteForGood")}
        submitLook="danger"
        actions={<Button onClick={onClose}>{t("common:form.cancel")}</Button>}
      >
        <TextField
          {...form.field("confirm")}
          label={t("data.confirm", { id: user.pocketoption_id })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
    </>
  );
}

/** Goes home, and signs out once this page is gone: it would ask to sign in again. */
function useLeave(): () => void {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("profile");
  const { session } = useSession();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(
    () => () => {
      if (isLeaving.current) session.signOut();
    },
    [session],
  );
  return () => {
    isLeaving.current = true;
    toasts.add({ severity: "success", summary: t("data.deleted"), life: 10_000 });
    void navigate(pageHref(language, "home"));
  };
}
