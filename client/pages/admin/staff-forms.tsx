/** Shared code of the forms of staff. */
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import type { AdminProblemCode } from "#shared/contracts/admin-problems.ts";
import { longestLead, PriceLeads } from "#shared/contracts/prices.ts";
import type { PasscodeProblemCode } from "#shared/contracts/session.ts";
import { useSWRConfig } from "swr";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { valuesOf } from "#client/features/form/use-form.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { focusQuietly } from "#client/ui/focus.ts";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { isUnusual } from "./form-values.ts";
import { TYPED_MS, USUAL_LIFE_SECONDS, USUAL_PAYOUT } from "#shared/limits/lists.ts";

/** Texts for the API's refusals, as they apply to staff. */
export function useRefusalTexts(): RefusalTexts {
  const { t } = useTranslation("admin");
  return {
    not_found: t("refusals.notFound"),
    trader_exists: t("refusals.traderExists"),
    trader_handle_taken: (resembles) => t("refusals.traderHandleTaken", { resembles }),
    trader_name_taken: (resembles) => t("refusals.traderNameTaken", { resembles }),
    trader_retired: t("refusals.traderRetired"),
    already_settled: t("refusals.alreadySettled"),
    prices_decide: t("refusals.pricesDecide"),
    not_correctable: t("refusals.notCorrectable"),
    not_yet_expired: t("refusals.notYetExpired"),
    deadline_passed: t("refusals.deadlinePassed"),
    clock_wrong: t("refusals.clockWrong"),
    ledger_busy: t("refusals.ledgerBusy"),
    account_exists: t("refusals.accountExists"),
    staff_needs_passcode: t("refusals.staffNeedsPasscode"),
    not_by_id_alone: t("refusals.notByIdAlone"),
    has_passcode: t("refusals.hasPasscode"),
    sign_up_closed: t("refusals.signUpClosed"),
    last_staff: t("refusals.lastStaff"),
    passcode_missing: t("refusals.passcodeMissing"),
    wrong_passcode: t("refusals.wrongPasscode"),
    staff_passcode_too_short: t("refusals.staffPasscodeTooShort"),
    passcode_too_common: t("refusals.passcodeTooCommon"),
  } satisfies Record<AdminProblemCode | PasscodeProblemCode, RefusalTexts[string]>;
}

/** Prefixes of the API paths that show the state of signals. */
export const SIGNAL_LISTS = ["/api/signals/", "/api/admin/signals/", "/api/admin/audit/"] as const;

/** Returns a function that revalidates all answers whose API path starts with one of the prefixes. */
export function useRefresh(): (...beginnings: readonly string[]) => void {
  const { mutate } = useSWRConfig();
  return (...beginnings) =>
    void mutate(
      (key) => typeof key === "string" && beginnings.some((beginning) => key.startsWith(beginning)),
    );
}

/** To be called after a successful act: closes its dialog if it has one, revalidates the lists concerned, and shows a toast. */
export function useDone(onClose?: () => void): (summary: string, ...lists: readonly string[]) => void {
  const refresh = useRefresh();
  return (summary, ...lists) => {
    onClose?.();
    refresh(...lists);
    toasts.add({ severity: "success", summary, life: 6000 });
  };
}

interface Typed<Seen> {
  /** To be called on `input` events of a form. */
  readonly look: (event: FormEvent<HTMLElement>) => void;
  readonly clear: () => void;
  /** What `read` made of the form; undefined before anything is typed. */
  readonly seen: Seen | undefined;
}

/** Reads a form once typing has paused, because half a number may look unusual, and half an asset is none. */
export function useTyped<Seen>(read: (value: (name: string) => string) => Seen): Typed<Seen> {
  const [seen, setSeen] = useState<Seen>();
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    look({ target }) {
      const form = target instanceof Element ? target.closest("form") : null;
      clearTimeout(looking.current);
      if (form) looking.current = setTimeout(() => setSeen(() => read(valuesOf(form))), TYPED_MS);
    },
    clear() {
      clearTimeout(looking.current);
      setSeen(undefined);
    },
    seen,
  };
}

/** Returns texts of warnings about payouts (shares of 1) and about the time from entry to expiry. */
export function useUsualRanges() {
  const { t } = useTranslation("admin");
  const { payout, duration, span } = useFormats();
  return {
    payout(share: number): string | undefined {
      const { min, max } = USUAL_PAYOUT;
      if (!isUnusual(share, USUAL_PAYOUT)) return undefined;
      return t("warnings.payout", { payout: payout(share), min: payout(min), max: payout(max) });
    },
    life(seconds: number): string | undefined {
      const { min, max } = USUAL_LIFE_SECONDS;
      if (!isUnusual(seconds, USUAL_LIFE_SECONDS)) return undefined;
      const bounds = { min: duration(min * 1000), max: duration(max * 1000) };
      return t("warnings.life", { life: span(seconds * 1000), ...bounds });
    },
  };
}

/** How long before its entry a signal has to be published; undefined until it is known. */
export function usePriceLeads(): PriceLeads | undefined {
  return useApi("/api/admin/signals/leads/", PriceLeads).data;
}

/** Returns the text of a warning about the seconds until entry of signals on some assets, or on any. */
export function useLeadWarning() {
  const { t } = useTranslation("admin");
  const { duration } = useFormats();
  const leads = usePriceLeads();
  return (seconds: number, assets: readonly string[]): string | undefined => {
    const lead = leads ? longestLead(leads, assets) : null;
    return lead !== null && seconds < lead ? t("warnings.lead", { lead: duration(lead * 1000) }) : undefined;
  };
}

export interface WarnedProps {
  readonly text: string | undefined;
  /** The field itself. */
  readonly children: ReactNode;
}

/** A field with a polite warning below it. */
export function Warned({ text, children }: WarnedProps) {
  return (
    <div>
      {children}
      <div role="status">
        {text === undefined ? null : <p className="callout callout--caution">{text}</p>}
      </div>
    </div>
  );
}

/** For content that replaces a form, whose focused field has been removed. */
export function focusWhenThere(element: HTMLElement | null): void {
  if (element) focusQuietly(element);
}

/** `autofocus` keeps the dialog from focusing its first button, which a key still held down would press. */
export function focusAsItOpens(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}
