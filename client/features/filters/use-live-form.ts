/** A form whose values become the page's address as they are entered: choices at once, typed text when the typing pauses. */
import { type FocusEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { acceptInput, hasUnsavedInput, isUnsaved } from "#client/ui/fields.ts";
import { type DateOrder, parseDateText } from "#shared/time/date-text.ts";
import { TYPED_MS } from "#shared/limits/lists.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";

export interface LiveFormOptions {
  readonly query: URLSearchParams;
  /** Names of the fields that are dates, and the order in which they are typed. */
  readonly dates: readonly string[];
  readonly order: DateOrder;
  /** Called when the form is submitted by a button or Enter. */
  readonly onSubmitted: () => void;
}

/** Returns the form's props, and a key for its fields, which changes when the address is not changed by the form itself. */
export function useLiveForm({ query, dates, order, onSubmitted }: LiveFormOptions) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ref = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = query.toString();
  const [sent, setSent] = useState<string | null>(null);
  const [shown, setShown] = useState({ search, key: 0, isOwn: false });
  if (shown.search !== search) {
    const isOwn = sent === search;
    setShown({ search, key: shown.key + (isOwn ? 0 : 1), isOwn });
    setSent(null);
  }

  /**
   * Dates are sent as ISO 8601, and empty fields are left out. `replace` keeps unfinished texts out of the history. False if the
   * address says the same already.
   */
  function send(form: HTMLFormElement, { replace }: { readonly replace: boolean }): boolean {
    clearTimeout(typing.current);
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      const text = typeof value === "string" ? withoutInvisible(value) : "";
      if (text && name !== "dates")
        given.set(name, dates.includes(name) ? (parseDateText(text, order) ?? text) : text);
    }
    if (!dates.some((name) => given.has(name))) given.delete("zone");
    const next = given.toString();
    if (next === search) return false;
    setSent(next);
    void navigate(next === "" ? pathname : `${pathname}?${next}`, { replace, preventScrollReset: true });
    return true;
  }

  function sendSoon(form: HTMLFormElement) {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => send(form, { replace: true }), TYPED_MS);
  }

  useEffect(() => {
    if (!shown.isOwn) clearTimeout(typing.current);
    // The address holds the fields' values: a reload would lose nothing.
    else if (ref.current) acceptInput(ref.current);
    if (isSubmitted.current) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    isSubmitted.current = false;
  }, [shown]);
  const sendEarlyInput = useEffectEvent(() => {
    if (ref.current && hasUnsavedInput(ref.current)) sendSoon(ref.current);
  });
  useEffect(() => {
    sendEarlyInput();
    return () => clearTimeout(typing.current);
  }, []);

  return {
    fieldsKey: shown.key,
    form: {
      ref,
      onChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        if (target instanceof HTMLSelectElement) send(currentTarget, { replace: false });
        else if (target instanceof HTMLInputElement) {
          const isHalfDate =
            dates.includes(target.name) && target.value !== "" && parseDateText(target.value, order) === null;
          if (isHalfDate) clearTimeout(typing.current);
          else sendSoon(currentTarget);
        }
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
        if (target instanceof HTMLInputElement && isUnsaved(target)) send(currentTarget, { replace: true });
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        isSubmitted.current = send(event.currentTarget, { replace: false });
        onSubmitted();
      },
    },
  };
}
