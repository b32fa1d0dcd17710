/** Adds a trader to a comparison, by name or handle: a GET form, with suggestions where there is script. */
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import { tradersKey } from "#client/data/keys.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { Button } from "#client/ui/button.tsx";
import { ComboboxField } from "#client/ui/combobox/combobox-field.tsx";
import { matching } from "#client/ui/combobox/proposals.ts";
import { TraderPage } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { COMPARE_PARAM, compareHref } from "./compared-handles.ts";

export function AddTrader({ handles }: { readonly handles: readonly string[] }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const navigate = useNavigate();
  /** Null until the field is used. The suggestions start with the ranking. */
  const [sought, setSought] = useState<string | null>(null);
  const key = sought === null ? null : tradersKey(new URLSearchParams({ trader: sought }));
  const { data } = useApi(key, TraderPage, { keepPreviousData: true });
  const others = (data?.results ?? []).filter(({ handle }) => !handles.includes(handle));
  const proposals = others.map(({ handle, name }) => ({ value: handle, name }));
  const seek = ({ currentTarget }: FormEvent<HTMLInputElement>) => setSought(currentTarget.value);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const named = new FormData(event.currentTarget).getAll(COMPARE_PARAM);
    void navigate(compareHref(language, named.map(String).filter(Boolean)));
  };
  return (
    <form className="compare-add" method="get" action={pageHref(language, "traders")} onSubmit={submit}>
      {handles.map((handle) => (
        <input key={handle} type="hidden" name={COMPARE_PARAM} value={handle} />
      ))}
      <ComboboxField
        name={COMPARE_PARAM}
        label={t("compare.add")}
        placeholder="north-light"
        onFocus={seek}
        onInput={seek}
        proposalsFor={(typed) => matching(proposals, typed)}
      />
      <Button type="submit">{t("compare.addAction")}</Button>
    </form>
  );
}
