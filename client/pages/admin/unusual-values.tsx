/** Values that a signal seldom has: staff are told of them while they type and before they publish. */
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { valuesOf } from "#client/features/form/use-form.ts";
import { longestLead, PriceLeads } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { TYPED_MS, USUAL_LIFE_SECONDS, USUAL_PAYOUT } from "#shared/limits/lists.ts";
import { LEAST_USUAL_SIGNALS } from "#shared/limits/sample-sizes.ts";

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** True if a number is outside the usual range; false for NaN. */
export function isUnusual(value: number, { min, max }: Range): boolean {
  return value < min || value > max;
}

interface Unusual {
  /** None of the newest signals is on this asset. */
  readonly asset: boolean;
  /** The usual range of payouts, shares of 1, if this payout is outside it. */
  readonly payout: Range | null;
  /** The usual range of the time from entry to expiry, in milliseconds, if this one is outside it. */
  readonly lifeMs: Range | null;
}

/**
 * Finds what is unusual about a signal. Usual is what occurs in `last`, the trader's newest signals: their assets, and payouts
 * and durations from the lowest to the highest. Nothing is unusual for a trader with fewer than
 * `LEAST_USUAL_SIGNALS`.
 */
export function unusualOf(
  { asset, payout, lifeMs }: { readonly asset: string; readonly payout: number; readonly lifeMs: number },
  last: readonly Pick<Signal, "asset" | "payout" | "entry_at" | "expires_at">[],
): Unusual {
  if (last.length < LEAST_USUAL_SIGNALS) return { asset: false, payout: null, lifeMs: null };
  const payouts = last.map((signal) => signal.payout);
  const lives = last.map(({ entry_at, expires_at }) => Date.parse(expires_at) - Date.parse(entry_at));
  return {
    asset: last.every((signal) => signal.asset !== asset),
    payout: rangeBeside(payout, payouts),
    lifeMs: rangeBeside(lifeMs, lives),
  };
}

/** The range from the lowest to the highest value; null if `value` is within it. */
function rangeBeside(value: number, usual: readonly number[]): Range | null {
  const range = { min: Math.min(...usual), max: Math.max(...usual) };
  return isUnusual(value, range) ? range : null;
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

interface WarnedProps {
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
