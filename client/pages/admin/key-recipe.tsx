/** What to paste into TradingView so that an alert becomes a signal. */
import { useTranslation } from "react-i18next";
import { useId, useState } from "react";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";

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

interface CopyTextProps {
  readonly label: string;
  readonly text: string;
}

/** A text to take along as it stands. */
export function CopyText({ label, text }: CopyTextProps) {
  const { t } = useTranslation("admin");
  const labelId = useId();
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Without permission or outside a secure context: the text is there to be selected.
      setState("refused");
    }
  }

  return (
    <div className="copy-text">
      <p id={labelId} className="field__label">
        {label}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className="formula" role="region" aria-labelledby={labelId} tabIndex={0}>
        {text}
      </pre>
      <div className="actions">
        <Button onClick={() => void copy()}>
          {state === "copied" ? <Icon name="check" /> : null}
          {t("copy.action")}
          <span className="visually-hidden">{label}</span>
        </Button>
        <output className="field__hint">{state === "idle" ? null : t(`copy.${state}`)}</output>
      </div>
    </div>
  );
}
