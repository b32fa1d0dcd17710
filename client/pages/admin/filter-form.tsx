/** A search form that writes its values into the page's address, so that every selection can be linked to. */
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { withoutStrays } from "#shared/text/pasted-text.ts";

export interface SearchFormProps {
  readonly label: string;
  readonly view: string;
  /** True if there is a search. */
  readonly isNarrowed: boolean;
  /** True if a field shows an error. */
  readonly isRefused?: boolean;
  /** Converts the value of the field of that name for the API; by default unchanged. */
  readonly meantBy?: (name: string, typed: string) => string;
  /** Shown beside the buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function SearchForm({
  label,
  view,
  isNarrowed,
  isRefused = false,
  meantBy,
  actions,
  children,
}: SearchFormProps) {
  const { t } = useTranslation("admin");
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const start = `${pathname}?view=${view}`;
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    // A new address changes every field's default; input kept from before would hide it.
    form.current?.reset();
  }, [search]);
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isRefused]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = new URLSearchParams({ view });
    for (const [name, value] of new FormData(event.currentTarget)) {
      const text = typeof value === "string" ? withoutStrays(value) : "";
      if (text) query.set(name, meantBy?.(name, text) ?? text);
    }
    void navigate(`${pathname}?${query}`);
  }

  return (
    <form
      ref={form}
      className="filters"
      role="search"
      aria-label={label}
      action={pathname}
      onSubmit={submit}
      noValidate
    >
      <div className="filters__fields">{children}</div>
      <div className="filters__actions">
        <Button type="submit">{t("search.submit")}</Button>
        {isNarrowed ? (
          <PageLink className="button button--quiet" to={start}>
            {t("search.clear")}
          </PageLink>
        ) : null}
        {actions}
      </div>
    </form>
  );
}
