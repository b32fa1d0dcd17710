/** A signal in the review, with the outcome as it will stand on the record. */
import { useTranslation } from "react-i18next";
import { Direction, Outcome } from "#client/features/figures/signal.tsx";
import { type FormFailure, useFailureText } from "#client/features/form/failure.ts";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { useRefusalTexts } from "./staff-forms.ts";
import { type Staged, type StagedOutcome, useStaging } from "./staged.ts";

interface StagedLineProps extends Staged {
  readonly failure: FormFailure | undefined;
}

export function StagedLine({ signal, outcome, failure }: StagedLineProps) {
  const { t } = useTranslation("queue");
  const { stage } = useStaging();
  const textOf = useFailureText();
  const refusalTexts = useRefusalTexts();
  return (
    <div className="review__line">
      <span className="two-lines">
        <span className="signal-name">
          <bdi>{signal.asset}</bdi> <Direction direction={signal.direction} />
          <Outcome signal={asItWillStand(signal, outcome)} />
        </span>
        <small>
          {signal.trader.name}, <Time at={signal.entry_at} precision="listed" /> –{" "}
          <Time at={signal.expires_at} />, #{signal.published_seq}
        </small>
      </span>
      <Button look="quiet" className="button--icon" onClick={() => stage(signal, null)}>
        <Icon name="x" />
        <span className="visually-hidden">
          {t("review.takeBack")} {signal.asset}, #{signal.published_seq}
        </span>
      </Button>
      <div role="alert">
        {failure ? <p className="field__error">{textOf(failure, refusalTexts)}</p> : null}
      </div>
    </div>
  );
}

function asItWillStand(signal: Signal, outcome: StagedOutcome): Signal {
  const isVoid = outcome === "void";
  return {
    ...signal,
    outcome,
    price_wait: null,
    settled_by: "hand",
    void_reason: isVoid ? "by hand" : null,
    counts_as_lost: isVoid && Date.parse(signal.entry_at) <= Date.now(),
  };
}
