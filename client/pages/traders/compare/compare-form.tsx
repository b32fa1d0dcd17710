/**
 * Chooses traders to compare: checkboxes in the list that belong to the form below it, which works without script. From the
 * first tick the form sticks to the bottom of the window. It also counts traders ticked on other pages.
 */
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { Trader } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { choose, tick, useChosen } from "./chosen.ts";
import { COMPARE_PARAM, COMPARED, compareHref } from "./compared-handles.ts";

const FORM_ID = "compare";

interface CompareChoiceProps {
  readonly trader: Pick<Trader, "handle" | "name">;
  /** Label of the checkbox. */
  readonly children: ReactNode;
}

/** To be rendered in the trader's row. */
export function CompareChoice({ trader: { handle, name }, children }: CompareChoiceProps) {
  const { t } = useTranslation("traders");
  const box = useRef<HTMLInputElement>(null);
  const chosen = useChosen();
  const isChosen = chosen.includes(handle);
  // The box may have been ticked before the application started.
  useEffect(() => {
    if (box.current?.checked) tick(handle, true);
  }, [handle]);
  return (
    <label className="check">
      <input
        ref={box}
        type="checkbox"
        name={COMPARE_PARAM}
        value={handle}
        form={FORM_ID}
        aria-label={t("compare.choose", { trader: name })}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= COMPARED.most}
        onChange={({ currentTarget }) => tick(handle, currentTarget.checked)}
      />
      {children}
    </label>
  );
}

interface CompareFormProps {
  /** Number of traders in the list above it. */
  readonly listed: number;
}

/** Renders nothing where there is nothing to compare. */
export function CompareForm({ listed }: CompareFormProps) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const navigate = useNavigate();
  const chosen = useChosen();
  if (listed < COMPARED.least && chosen.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(compareHref(language, chosen));
  };
  const clear = (event: FormEvent) => {
    event.preventDefault();
    choose([]);
  };
  return (
    <form
      id={FORM_ID}
      className={chosen.length === 0 ? "compare-tray" : "compare-tray compare-tray--chosen"}
      method="get"
      action={pageHref(language, "traders")}
      onSubmit={submit}
      onReset={clear}
    >
      <p role="status">
        {chosen.length === 0 ? (
          t("compare.bound", { least: count(COMPARED.least), most: count(COMPARED.most) })
        ) : (
          <strong>{t("compare.chosen", { count: chosen.length, chosen: count(chosen.length) })}</strong>
        )}
      </p>
      <Button type="reset" look="quiet">
        {t("compare.clear")}
      </Button>
      <Button type="submit" look="primary">
        {t("compare.action")}
      </Button>
    </form>
  );
}
