/** The code for showing the record on other sites, collapsed at first. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { CopyText } from "#client/ui/copy-text.tsx";
import type { Trader } from "#shared/contracts/traders.ts";
import { badgeHref } from "#shared/site/routes.ts";
import { BADGE_SIZE, embedCode } from "./embed-code.ts";

export function EmbedSection({ trader: { handle, name } }: { readonly trader: Trader }) {
  const { siteOrigin, language, brand } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const title = t("embed.title", { trader: name, brand: brand.name });
  const code = embedCode({ siteOrigin, language, handle, title });
  return (
    <details className="embed">
      <summary>{t("embed.summary")}</summary>
      <p className="intro">{t("embed.intro")}</p>
      <img {...BADGE_SIZE} src={badgeHref(language, handle)} alt={title} loading="lazy" />
      <CopyText label={t("embed.frame")} text={code.frame} />
      <CopyText label={t("embed.badge")} text={code.badge} />
      <CopyText label={t("embed.badgeMarkdown")} text={code.badgeMarkdown} />
    </details>
  );
}
