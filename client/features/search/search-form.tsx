/** The box that searches the whole record: a GET form, which script sends without loading a document. */
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Button } from "#client/ui/button.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { withoutStrays } from "#shared/text/pasted-text.ts";
import { pageHref } from "#shared/site/routes.ts";

export interface SearchFormProps extends Pick<TextFieldProps, "defaultValue" | "error" | "hint" | "ref"> {
  readonly onSent?: () => void;
}

export function SearchForm({ onSent, ...field }: SearchFormProps) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const navigate = useNavigate();
  const path = pageHref(language, "search");
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("q");
    const q = typeof typed === "string" ? withoutStrays(typed) : "";
    void navigate(q === "" ? path : `${path}?${new URLSearchParams({ q }).toString()}`);
    onSent?.();
  }
  return (
    <form className="form" method="get" action={path} onSubmit={submit} noValidate>
      <TextField
        {...field}
        type="search"
        name="q"
        label={t("search.label")}
        placeholder="EUR/USD"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={BOUNDS.label.max}
      />
      <Button type="submit" look="primary">
        {t("search.submit")}
      </Button>
    </form>
  );
}
