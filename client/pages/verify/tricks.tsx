/** Known ways to cheat, by who could try them: the rule that prevents each, and where a reader can see it. */
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { MarkedText, type Marks } from "#client/ui/reading-page/marked-text.tsx";
import type { VerifyValues } from "./verify-values.ts";

const GROUPS = ["staff", "traders", "operator", "witnesses", "allowed"] as const;

export function Tricks({ values, marks }: { readonly values: VerifyValues; readonly marks: Marks }) {
  const { t } = useTranslation("verify");
  const hasLog = !useAbsentParts().includes("log");
  const texts = t("tricks", { returnObjects: true, ...values });
  return GROUPS.filter((group) => hasLog || group !== "witnesses").map((group) => (
    <section key={group} id={`tricks-${group}`} aria-labelledby={`tricks-${group}-title`}>
      <h3 id={`tricks-${group}-title`}>{texts[group].title}</h3>
      <dl>
        {Object.entries(texts[group].rows).map(([name, { trick, rule, where }]) => (
          <div key={name}>
            <dt>{trick}</dt>
            <dd>{rule}</dd>
            <dd>
              <strong>{texts.where}</strong> <MarkedText text={where} marks={marks} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
