/** The text to paste into TradingView so that an alert becomes a signal. */
import { useTranslation } from "react-i18next";
import { CopyText } from "#client/ui/copy-text.tsx";

/** TradingView fills in the placeholders; their names are in its help, "How to use a variable value in alert". */
const STRATEGY_MESSAGE = `{
  "ticker": "{{ticker}}",
  "action": "{{strategy.order.action}}",
  "market_position": "{{strategy.market_position}}",
  "price": "{{close}}",
  "time": "{{time}}",
  "timenow": "{{timenow}}"
}`;

export function KeyRecipe() {
  const { t } = useTranslation("admin");
  return (
    <>
      <ol className="recipe">
        {t("recipe.steps", { returnObjects: true }).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <CopyText label={t("recipe.message")} text={STRATEGY_MESSAGE} />
    </>
  );
}
