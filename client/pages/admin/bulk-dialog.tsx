/** A dialog for one act on several signals, in steps: form, summary, result of each signal. */
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useFailureText } from "#client/features/form/failure.ts";
import { Button } from "#client/ui/button.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { type BulkFormProps, type Reviewed, SettleAllForm, VoidAllForm } from "./bulk-forms.tsx";
import { type BulkRun, type BulkVerb, mayRepeat, type Results, useBulkRun } from "./bulk-run.ts";
import { WhichSignal } from "./signal-act-form.tsx";
import { focusWhenThere, useRefusalTexts } from "./staff-forms.tsx";

export interface BulkDialogProps {
  readonly verb: BulkVerb;
  readonly signals: readonly Signal[];
  readonly onClose: () => void;
}

const FORMS = { settle: SettleAllForm, void: VoidAllForm } as const;
const DONE_TEXTS = { settle: "result.settled", void: "result.voided" } as const;

export function BulkDialog({ verb, signals, onClose }: BulkDialogProps) {
  const resultText = useResultText(verb, signals);
  const run = useBulkRun((results) =>
    toasts.add({ severity: "warn", summary: resultText(results), life: 10_000 }),
  );
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const AllForm: (props: BulkFormProps) => ReactNode = FORMS[verb];

  function goBack(): void {
    flushSync(() => setReviewed(null));
    form.current?.querySelector<HTMLElement>("select, input")?.focus();
  }

  const isSent = run.isRunning || run.results.size > 0;
  return (
    <>
      {/* Hidden instead of unmounted, so that going back keeps what was typed. */}
      <div ref={form} hidden={reviewed !== null}>
        <div className="dialog__body">
          <AllForm signals={signals} onReview={setReviewed} onCancel={onClose} />
        </div>
      </div>
      {reviewed && !isSent ? (
        <Summary
          reviewed={reviewed}
          signals={signals}
          onSend={() => run.start(reviewed, signals)}
          onBack={goBack}
        />
      ) : null}
      {reviewed && isSent ? (
        <Progress
          run={run}
          signals={signals}
          resultText={resultText(run.results)}
          onRepeat={() =>
            run.start(
              reviewed,
              signals.filter(({ id }) => mayRepeat(run.results.get(id))),
            )
          }
          onClose={onClose}
        />
      ) : null}
    </>
  );
}

/** Returns the words for how many signals are on the record. */
function useResultText(verb: BulkVerb, signals: readonly Signal[]): (results: Results) => string {
  const { t } = useTranslation("queue");
  return (results) => {
    const done = [...results.values()].filter((sent) => sent === null).length;
    return t(DONE_TEXTS[verb], { done, signals: signals.length });
  };
}

interface SummaryProps {
  readonly reviewed: Reviewed;
  readonly signals: readonly Signal[];
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Longer lists are collapsed. */
const LISTED_OPEN = 10;

function Summary({ reviewed: { verb, lines }, signals, onSend, onBack }: SummaryProps) {
  const { t } = useTranslation(["queue", "admin", "publish"]);
  const [first, ...others] = lines;
  return (
    <>
      {/* Focuses the text instead of the button, which a key still held down would press. */}
      <p className="publish-sentence" ref={focusWhenThere}>
        {first}
      </p>
      {others.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{t("summary.text")}</p>
      <details open={signals.length <= LISTED_OPEN}>
        <summary>{t("summary.list")}</summary>
        <SignalList signals={signals} />
      </details>
      <div className="actions">
        <Button look={verb === "void" ? "danger" : "primary"} onClick={onSend}>
          {t(verb === "void" ? "admin:void.submit" : "admin:settle.submit")}
        </Button>
        <Button onClick={onBack}>{t("publish:summary.back")}</Button>
      </div>
    </>
  );
}

interface SignalListProps {
  readonly signals: readonly Signal[];
  /** Text for each signal; by default none. */
  readonly textOf?: (signal: Signal) => string;
}

function SignalList({ signals, textOf }: SignalListProps) {
  return (
    <ul className="bulk-list">
      {signals.map((signal) => (
        <li key={signal.id}>
          <span className="two-lines">
            <span>
              {signal.asset}, <WhichSignal signal={signal} />
            </span>
            {textOf ? <strong>{textOf(signal)}</strong> : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ProgressProps {
  readonly run: BulkRun;
  readonly signals: readonly Signal[];
  readonly resultText: string;
  readonly onRepeat: () => void;
  readonly onClose: () => void;
}

function Progress({ run, signals, resultText, onRepeat, onClose }: ProgressProps) {
  const { t } = useTranslation(["queue", "common"]);
  const { isRunning, results, stop } = run;
  const textOf = useFailureText();
  const refusalTexts = useRefusalTexts();
  if (isRunning) {
    return (
      <div aria-busy="true">
        <p ref={focusWhenThere}>{t("progress", { done: results.size, signals: signals.length })}</p>
        <p>
          <progress value={results.size} max={signals.length} aria-hidden="true" />
        </p>
        <Button onClick={stop}>{t("stop")}</Button>
      </div>
    );
  }
  const failed = signals.filter(({ id }) => results.get(id));
  const untried = signals.filter(({ id }) => !results.has(id));
  const failureText = ({ id }: Signal) => {
    const sent = results.get(id);
    return sent ? textOf(sent, refusalTexts) : "";
  };
  return (
    <>
      <p className="publish-sentence" ref={focusWhenThere}>
        {resultText}
      </p>
      {failed.length > 0 ? (
        <>
          <h3>{t("result.failed", { signals: failed.length })}</h3>
          <SignalList signals={failed} textOf={failureText} />
        </>
      ) : null}
      {untried.length > 0 ? (
        <>
          <h3>{t("result.untried", { signals: untried.length })}</h3>
          <SignalList signals={untried} />
        </>
      ) : null}
      <div className="actions">
        {signals.some(({ id }) => mayRepeat(results.get(id))) ? (
          <Button look="primary" onClick={onRepeat}>
            {t("result.again")}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t("common:close")}</Button>
      </div>
    </>
  );
}
