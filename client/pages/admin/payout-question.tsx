/** Asks, before the form is sent, about a payout that may have been typed as a share or as odds: `0,85` for 85 %. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { valuesOf } from "#client/features/form/use-form.ts";
import { useFormats } from "#client/features/ledger/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { fillField } from "#client/ui/fields.ts";
import { focusQuietly } from "#client/ui/focus.ts";
import { isDoubtfulPayout, meantPayout, shareOf } from "./form-values.ts";
import { TYPED_MS } from "#shared/limits/lists.ts";

interface PayoutQuestion {
  /** Checks the field `payout` once typing has paused. */
  readonly look: (event: FormEvent<HTMLElement>) => void;
  /** Replaces the form's own submit handler while the question is open. */
  readonly askFirst: (event: FormEvent<HTMLElement>) => void;
  readonly clear: () => void;
  /** To be rendered below the field. */
  readonly asked: ReactNode;
}

export function usePayoutQuestion(): PayoutQuestion {
  const [asked, setAsked] = useState<{ readonly share: number; readonly isBlocking: boolean } | null>(null);
  /** The doubtful payout that staff have confirmed. */
  const kept = useRef<number>(null);
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Focuses the question instead of a button, which a key still held down would press.
    if (asked?.isBlocking && place.current) focusQuietly(place.current);
  }, [asked]);

  function ask(form: HTMLFormElement, isBlocking: boolean): boolean {
    const share = shareOf(valuesOf(form)("payout"));
    const isAsked = isDoubtfulPayout(share) && share > 0 && share !== kept.current;
    setAsked(isAsked ? { share, isBlocking } : null);
    return isAsked;
  }

  function clear(): void {
    clearTimeout(looking.current);
    kept.current = null;
    setAsked(null);
  }

  function answer(share: number, text: string): void {
    const field = place.current?.closest("form")?.elements.namedItem("payout");
    clear();
    kept.current = share;
    if (!(field instanceof HTMLInputElement)) return;
    if (text !== "") fillField(field, text, false);
    field.focus();
  }

  return {
    look({ target }) {
      if (!(target instanceof HTMLInputElement) || target.name !== "payout") return;
      clearTimeout(looking.current);
      setAsked(null);
      const { form } = target;
      if (form) looking.current = setTimeout(() => ask(form, false), TYPED_MS);
    },
    askFirst(event) {
      if (!(event.target instanceof HTMLFormElement) || !ask(event.target, true)) return;
      clearTimeout(looking.current);
      event.preventDefault();
      event.stopPropagation();
    },
    clear,
    asked: (
      <div role="alert" className="field-question" ref={place}>
        {asked === null ? null : <Question share={asked.share} onAnswer={answer} />}
      </div>
    ),
  };
}

interface QuestionProps {
  readonly share: number;
  /** Called with the new value of the field; the empty text leaves it unchanged. */
  readonly onAnswer: (share: number, text: string) => void;
}

function Question({ share, onAnswer }: QuestionProps) {
  const { t } = useTranslation("publish");
  const { locale, payout } = useFormats();
  const meant = meantPayout(share);
  const keep = () => onAnswer(share, "");
  const take = (meantShare: number) =>
    onAnswer(
      meantShare,
      (100 * meantShare).toLocaleString(locale, { useGrouping: false, numberingSystem: "latn" }),
    );
  return (
    <div className="callout callout--caution">
      <p>
        {meant === null
          ? t("questions.isMeant", { payout: payout(share) })
          : t("questions.payout", { payout: payout(share), meant: payout(meant) })}
      </p>
      <div className="actions">
        {meant === null ? (
          <Button onClick={keep}>{t("questions.yes", { payout: payout(share) })}</Button>
        ) : (
          <>
            <Button onClick={() => take(meant)}>{t("questions.yes", { payout: payout(meant) })}</Button>
            <Button onClick={keep}>{t("questions.no", { payout: payout(share) })}</Button>
          </>
        )}
      </div>
    </div>
  );
}
