/** What the forms of staff share: how they are sent, and what is said of refusals. */
import { useTranslation } from "react-i18next";
import type * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import { useRefresh } from "#client/data/use-refresh.ts";
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { type FormHandle, type FormOptions, useForm } from "#client/features/form/use-form.ts";
import { focusQuietly } from "#client/ui/focus.ts";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import type { AdminProblemCode } from "#shared/contracts/admin-problems.ts";
import type { PasscodeProblemCode } from "#shared/contracts/session.ts";
import type { WebhookProblemCode } from "#shared/contracts/webhooks.ts";

type StaffProblemCode = AdminProblemCode | PasscodeProblemCode | WebhookProblemCode;

/** Texts for the API's refusals, as they apply to staff. */
export function useRefusalTexts(): RefusalTexts {
  const { t } = useTranslation(["admin", "webhooks"]);
  return {
    ...t("refusals", { returnObjects: true, resembles: "" }),
    ...t("webhooks:refusals", { returnObjects: true }),
    trader_handle_taken: (resembles) => t("refusals.trader_handle_taken", { resembles }),
    trader_name_taken: (resembles) => t("refusals.trader_name_taken", { resembles }),
  } satisfies Record<StaffProblemCode, RefusalTexts[string]>;
}

/** The field that a refusal concerns. */
const BLAMES = {
  trader_exists: "handle",
  trader_handle_taken: "handle",
  trader_name_taken: "name",
  trader_retired: "trader",
  account_exists: "pocketoption_id",
  staff_needs_passcode: "passcode",
  staff_passcode_too_short: "passcode",
  passcode_too_common: "passcode",
  not_by_id_alone: "id_alone",
  passcode_missing: "current_passcode",
  wrong_passcode: "current_passcode",
} as const satisfies Partial<Record<StaffProblemCode, string>>;

/** What every form of staff says about fields and refusals: for `useForm`. */
export function useStaffTexts() {
  const { t } = useTranslation("admin");
  return {
    fieldTexts: t("problems", { returnObjects: true }),
    refusalTexts: useRefusalTexts(),
    blames: BLAMES,
  };
}

/** Prefixes of the API paths that show the state of signals. */
export const SIGNAL_LISTS = ["/api/signals/", "/api/admin/signals/", "/api/admin/audit/"] as const;

/** To be called after a successful act: closes its dialog if it has one, revalidates the lists concerned, and shows a toast. */
export function useDone(onClose?: () => void): (summary: string, ...lists: readonly string[]) => void {
  const refresh = useRefresh();
  return (summary, ...lists) => {
    onClose?.();
    refresh(...lists);
    toasts.add({ severity: "success", summary, life: 6000 });
  };
}

export interface StaffFormOptions<
  Schema extends v.GenericSchema,
  Answer extends v.GenericSchema,
> extends Pick<
  FormOptions<v.InferOutput<Answer>, Schema>,
  "schema" | "body" | "fieldTexts" | "refusalTexts" | "onSent"
> {
  readonly method?: "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly answer: Answer;
  readonly onClose: () => void;
}

/** A form in a dialog. Its texts are added to those of every form of staff. */
export function useStaffForm<Schema extends v.GenericSchema, Answer extends v.GenericSchema>({
  method = "POST",
  path,
  answer,
  onSent,
  onClose,
  ...options
}: StaffFormOptions<Schema, Answer>): FormHandle {
  const { http } = useData();
  const texts = useStaffTexts();
  const form: FormHandle = useForm({
    ...texts,
    ...options,
    fieldTexts: { ...texts.fieldTexts, ...options.fieldTexts },
    refusalTexts: { ...texts.refusalTexts, ...options.refusalTexts },
    // A change of nothing is not sent, because every change is written to the audit log.
    send: async (body) =>
      method === "PATCH" && !form.isDirty ? null : { answer: await http.send(method, path, body, answer) },
    onSent: (sent) => (sent === null ? onClose() : onSent(sent.answer)),
  });
  return form;
}

/** For content that replaces a form, whose focused field has been removed. */
export function focusWhenThere(element: HTMLElement | null): void {
  if (element) focusQuietly(element);
}

/** `autofocus` keeps the dialog from focusing its first button, which a key still held down would press. */
export function focusAsItOpens(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
