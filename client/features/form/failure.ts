/** Why what a member sent was not done, as kinds that have a text each, and how that is said. */
import { HttpError, isOwnFault, isTransient } from "#client/data/http-error.ts";
import { PasskeyDeclined } from "#client/features/session/passkey-declined.ts";
import { useTranslation } from "react-i18next";
import { toasts } from "#client/ui/toasts/toast-store.ts";

export type FormFailure =
  /** Fields are not filled in as the contract asks. */
  | { readonly kind: "fields" }
  /** The server says no by a code of its own (see the contracts' problem codes), or a passkey that was asked for, `passkey_declined`. */
  | { readonly kind: "refused"; readonly code: string; readonly resembles: string | undefined }
  | { readonly kind: "throttled"; readonly seconds: number }
  | { readonly kind: "throttledForAWhile" }
  /** Some have words of their own, by their code. */
  | { readonly kind: "serverFault"; readonly code: string }
  | { readonly kind: "offline" }
  /** A fault of the page itself, or something it needs that the browser lacks; `message` says what. */
  | { readonly kind: "ownFault"; readonly message: string }
  /** An answer that makes no sense. */
  | { readonly kind: "unexpected" };

/** The failure behind what a call of `Http` rejected with. */
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

/** What to say to a refusal by its code, some with what it `resembles`; the rest gets a sentence that fits any. */
export type RefusalTexts = Readonly<Record<string, string | ((resembles: string) => string)>>;

/** The sentence for a failure. */
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

/** Says it in a toast, the same one not twice: of an action, or of a form that is no longer there. */
export function useFailureToast(): (failure: FormFailure, refusals: RefusalTexts) => void {
  const textOf = useFailureText();
  return (failure, refusals) => {
    const summary = textOf(failure, refusals);
    // Anew, and not in the place of the one before: what stands already is not announced again.
    if (last.summary === summary) toasts.remove(last.id);
    last = { summary, id: toasts.add({ severity: "error", summary, life: 10_000 }) };
  };
}
