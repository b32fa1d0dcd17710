/** Selects traders to compare: checkboxes in the list that belong to a separate form, which works without script. */
import type { FormEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/ledger/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { Trader } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/routes.ts";
import { COMPARE_PARAM, COMPARED, compareHref } from "./compared-handles.ts";

const FORM_ID = "compare";

interface CompareChoiceProps {
  readonly trader: Pick<Trader, "handle" | "name">;
  /** Label of the checkbox, which can be pressed as well. */
  readonly children: ReactNode;
}

/** To be rendered in the trader's row. */
export function CompareChoice({ trader, children }: CompareChoiceProps) {
  const { t } = useTranslation("traders");
  return (
    <label className="check">
      <input
        type="checkbox"
        name={COMPARE_PARAM}
        value={trader.handle}
        form={FORM_ID}
        aria-label={t("compare.choose", { trader: trader.name })}
      />
      {children}
    </label>
  );
}

/** To be rendered beside the list; without a list, with fields as children. */
export function CompareForm({ children }: { readonly children?: ReactNode }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).getAll(COMPARE_PARAM);
    void navigate(compareHref(language, chosen.map(String).filter(Boolean)));
  };
  return (
    <form
      id={FORM_ID}
      className="filters__actions"
      method="get"
      action={pageHref(language, "traders")}
      onSubmit={submit}
    >
      {children}
      <Button type="submit">{t("compare.action")}</Button>
      <p className="filters__hint">
        {t("compare.bound", { least: count(COMPARED.least), most: count(COMPARED.most) })}
      </p>
    </form>
  );
}
