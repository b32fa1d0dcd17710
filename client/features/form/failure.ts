/** Kinds of failed submissions, each with a text of its own, and the sentences and toasts that show them. */
import { HttpError, isOwnFault, isTransient } from "#client/data/http-error.ts";
import { PasskeyDeclined } from "#client/features/session/passkey-declined.ts";
import { useTranslation } from "react-i18next";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { toasts } from "#client/ui/toasts/toast-store.ts";

/** Field values break the contract. */
export interface FieldsFailure {
  readonly kind: "fields";
}

export type FormFailure =
  | FieldsFailure
  /**
   * The server refuses with a code of its own (see the contracts' problem codes), or the passkey prompt was declined,
   * `passkey_declined`.
   */
  | { readonly kind: "refused"; readonly code: string; readonly resembles: string | undefined }
  | { readonly kind: "throttled"; readonly seconds: number }
  | { readonly kind: "throttledForAWhile" }
  /** Some codes have a text of their own. */
  | { readonly kind: "serverFault"; readonly code: string }
  | { readonly kind: "offline" }
  /** A bug in the page, or a missing browser capability; `message` names it. */
  | { readonly kind: "ownFault"; readonly message: string }
  /** An answer that makes no sense to the client. */
  | { readonly kind: "unexpected" };

/** Classifies the error that a call of `Http` rejected with. */
export function failureOf(error: unknown): FormFailure {
  if (isOwnFault(error)) return { kind: "ownFault", message: String(error) };
  if (error instanceof PasskeyDeclined) {
    const code = error.isThereAlready ? "passkey_exists" : "passkey_declined";
    return { kind: "refused", code, resembles: undefined };
  }
  if (!(error instanceof HttpError)) return { kind: isTransient(error) ? "offline" : "unexpected" };
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds;
    return seconds === undefined ? { kind: "throttledForAWhile" } : { kind: "throttled", seconds };
  }
  if (error.fields) return { kind: "fields" };
  const { code, resembles } = error;
  if (error.status >= 400 && error.status < 500) return { kind: "refused", code, resembles };
  return error.status >= 500 ? { kind: "serverFault", code } : { kind: "unexpected" };
}

/** Texts of refusals by code, some with the trader that the new one `resembles`; other codes get a general sentence. */
export type RefusalTexts = Readonly<Record<string, string | ((resembles: string) => string)>>;

/** Returns the sentence for a failure. */
export function useFailureText(): (failure: FormFailure, refusals?: RefusalTexts) => string {
  const { t } = useTranslation(["common", "session"]);
  return (failure, refusals = {}) => {
    switch (failure.kind) {
      case "fields":
        return t("common:form.check");
      case "refused":
        return refusalText(failure, refusals) ?? t("common:form.refused");
      case "throttled":
        return t("session:failure.throttled", { count: failure.seconds });
      case "ownFault":
        return t("session:failure.ownFault", { message: failure.message });
      case "serverFault":
        return refusalText(failure, refusals) ?? t("session:failure.serverFault");
      case "throttledForAWhile":
      case "offline":
      case "unexpected":
        return t(`session:failure.${failure.kind}`);
    }
  };
}

function refusalText(
  { code, resembles }: { readonly code: string; readonly resembles?: string | undefined },
  refusals: RefusalTexts,
): string | undefined {
  const text = refusals[code];
  if (typeof text !== "function") return text;
  return resembles === undefined ? undefined : text(resembles);
}

let last = { summary: "", id: "" };

/** Shows a failure of an action, or of a form that is no longer on the page, in a toast; never the same text twice at once. */
export function useFailureToast(): (failure: FormFailure, refusals: RefusalTexts) => void {
  const textOf = useFailureText();
  return (failure, refusals) => {
    const summary = textOf(failure, refusals);
    // Removes the old toast and adds a new one: screen readers do not announce a toast that is already there.
    if (last.summary === summary) toasts.remove(last.id);
    last = { summary, id: toasts.add({ severity: "error", summary, life: TOAST_LIFE_MS }) };
  };
}
