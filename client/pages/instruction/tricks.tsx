/** The tricks that we know, by who could try them: the rule that ends each, and where a reader sees it. */
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { MarkedText, type Marks } from "#client/ui/reading-page/marked-text.tsx";
import type { GuideValues } from "./worked-example.ts";

const GROUPS = ["staff", "traders", "operator", "witnesses", "allowed"] as const;

export function Tricks({ values, marks }: { readonly values: GuideValues; readonly marks: Marks }) {
  const { t } = useTranslation("instruction");
  const hasLog = !useAbsentParts().includes("log");
  return GROUPS.filter((group) => hasLog || group !== "witnesses").map((group) => (
    <section key={group} id={`tricks-${group}`} aria-labelledby={`tricks-${group}-title`}>
      <h3 id={`tricks-${group}-title`}>{t(`tricks.${group}.title`)}</h3>
      <dl>
        {t(`tricks.${group}.rows`, { returnObjects: true, ...values }).map(({ trick, rule, where }) => (
          <div key={trick}>
            <dt>{trick}</dt>
            <dd>{rule}</dd>
            <dd>
              <strong>{t("tricks.where")}</strong> <MarkedText text={where} marks={marks} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
