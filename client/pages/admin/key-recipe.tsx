/** How a program is connected to a key: what to paste into it, and a dry run. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { CopyText } from "#client/ui/copy-text.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { RECIPES } from "./recipes.ts";
import { TryMessage } from "./try-message.tsx";

const NAMES = {
  tradingView: "TradingView",
  metaTrader: "MetaTrader",
  freqtrade: "Freqtrade",
  curl: "curl",
} as const satisfies Record<keyof typeof RECIPES, string>;
const TOOLS = ["tradingView", "metaTrader", "freqtrade", "curl"] as const;

/** `path`: that of a key that has just been made; without it the address may be pasted. */
export function KeyRecipe({ path: made }: { readonly path?: string }) {
  const { t } = useTranslation("messages");
  const group = useId();
  const [pasted, setPasted] = useState("");
  const path = made ?? hookPath(pasted);
  const { siteOrigin: origin } = useRuntimeConfig();
  const url = origin + (path ?? `/api/hooks/${t("recipe.key")}/`);
  return (
    <div className="recipes">
      {made === undefined ? (
        <TextField
          label={t("recipe.address")}
          hint={t("recipe.addressHint")}
          error={pasted !== "" && path === null ? t("recipe.addressProblem") : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setPasted(target.value)}
        />
      ) : null}
      {TOOLS.map((tool) => (
        <details key={tool} name={group} open={tool === "tradingView"}>
          <summary>{NAMES[tool]}</summary>
          <ol className="recipe">
            {t(`recipe.${tool}.steps`, { returnObjects: true, origin }).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <CopyText label={t(`recipe.${tool}.message`)} text={RECIPES[tool](url)} />
        </details>
      ))}
      <p>{t("recipe.published")}</p>
      <TryMessage path={path} />
    </div>
  );
}

/** The path in an address of a key, or to the key alone; null if the text is neither. */
function hookPath(text: string): string | null {
  const [, key] = /^(?:\S*\/api\/hooks\/)?(tmk_[\w-]+)\/?$/.exec(text.trim()) ?? [];
  return key === undefined ? null : `/api/hooks/${key}/`;
}
