/** Each statistic: what it says, and its formula. */
import { useTranslation } from "#client/i18n/translation.tsx";
import type { Marks } from "#client/ui/reading-page/marked-text.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import type { GuideValues } from "./worked-example.ts";

/** Formulas in plain text, which every screen reader reads and every language shares. */
const MEASURES = [
  {
    measure: "winRate",
    formulas: ["p = W / n", "(p + z²/2n ± z · √(p · (1 − p)/n + z²/4n²)) / (1 + z²/n)"],
  },
  { measure: "breakEven", formulas: ["1 / (1 + b)"] },
  { measure: "expectancy", formulas: ["(W · b − L) / (W + L + D)"] },
  { measure: "profitFactor", formulas: ["W · b / L"] },
  { measure: "drawdown", formulas: [] },
  { measure: "streak", formulas: ["ln(n · p) / ln(1 / (1 − p))"] },
] as const;

export function Measures({ values, marks }: { readonly values: GuideValues; readonly marks: Marks }) {
  const { t } = useTranslation("instruction");
  return MEASURES.map(({ measure, formulas }) => (
    <section key={measure} id={measure} aria-labelledby={`${measure}-title`}>
      <h3 id={`${measure}-title`}>{t(`measures.${measure}.title`)}</h3>
      <TextBlocks lines={t(`measures.${measure}.body`, { returnObjects: true, ...values })} marks={marks} />
      {formulas.map((formula) => (
        <p key={formula} className="formula">
          {formula}
        </p>
      ))}
    </section>
  ));
}
