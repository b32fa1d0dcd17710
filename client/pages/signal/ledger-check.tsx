/** "Check this record": the visitor's own browser reads the ledger and says in words whether it holds. */
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useTranslation } from "react-i18next";
import type { SignalDetail } from "#shared/contracts/signals.ts";
import { isPartMissing } from "#client/ui/error-page-content.ts";
import { asPart } from "#client/ui/part.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { logOwnFault } from "#client/data/http-error.ts";
import { parseHttpDate } from "#shared/http/http-date.ts";
import { failureOf, useFailureText } from "#client/features/form/failure.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { LedgerCheckResult } from "./check-ledger.ts";
import type { CheckedRecord } from "./checked-record.ts";
import type { LedgerCheckReport } from "./ledger-check-report.tsx";

export interface LedgerCheckProps {
  /** The signal that the page shows, which must match the ledger; by default none. */
  readonly shown?: SignalDetail;
}

type Check =
  | { readonly phase: "idle" }
  | { readonly phase: "running" | "stopped"; readonly done: number; readonly total: number }
  | { readonly phase: "done"; readonly result: LedgerCheckResult; readonly Report: typeof LedgerCheckReport }
  /** `said`: the reason, if neither the ledger nor the network is at fault. */
  | { readonly phase: "failed"; readonly said: string | null }
  | { readonly phase: "unsupported" };

/** Must be rendered inside `PageData`. The code that checks and reports is loaded on first use. */
export const LedgerCheck = asPart(CheckOfLedger);

function CheckOfLedger({ shown }: LedgerCheckProps) {
  const { t } = useTranslation("signal");
  const { http } = useData();
  const [check, setCheck] = useState<Check>({ phase: "idle" });
  const failureText = useFailureText();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(isWhole: boolean) {
    // The worker never runs a check, so it does not bundle the imports below.
    if (import.meta.env.SSR) return;
    // Undefined on insecure connections, although its type does not say so.
    if (!("subtle" in crypto)) return setCheck({ phase: "unsupported" });
    const { signal } = (running.current = new AbortController());
    setCheck({ phase: "running", done: 0, total: 0 });
    try {
      const [
        { browserSha256, checkLedger },
        { createLedgerMemory, keepRecord, recallRecord },
        { LedgerCheckReport: Report },
      ] = await Promise.all([
        import("./check-ledger.ts"),
        import("./checked-record.ts"),
        import("./ledger-check-report.tsx"),
      ]);
      const memory = createLedgerMemory(() => window.localStorage);
      const world = {
        read: (path: string) => http.get(path, v.unknown(), { signal }),
        async readDated(path: string) {
          let date: string | null = null;
          const onHeaders = (headers: Headers) => void (date = headers.get("Date"));
          const body = await http.get(path, v.unknown(), { signal, onHeaders });
          return { body, atMs: parseHttpDate(date ?? "", Date.now()) };
        },
        sha256: browserSha256(),
        recall: recallRecord,
        keep: (record: CheckedRecord) => void keepRecord(record),
        signal,
        progress: (done: number, total: number) => setCheck({ phase: "running", done, total }),
      };
      const result = await checkLedger(world, { remembered: memory.recall(), isWhole, shown: shown ?? null });
      if (signal.aborted) return;
      if (result.kind === "holds" && result.head.seq > 0) memory.remember(result.head);
      setCheck({ phase: "done", result, Report });
    } catch (error) {
      if (signal.aborted) return;
      // In each of these cases nothing is known about the record.
      const failure = failureOf(error);
      if (failure.kind !== "ownFault" || isPartMissing(error))
        return setCheck({ phase: "failed", said: null });
      logOwnFault(error);
      setCheck({ phase: "failed", said: failureText(failure) });
    }
  }

  /** Stops the check. */
  function stop() {
    running.current?.abort();
    setCheck((now) => (now.phase === "running" ? { ...now, phase: "stopped" } : now));
  }

  const isRunning = check.phase === "running";
  const isPartial = check.phase === "done" && check.result.kind === "holds" && check.result.from > 0;
  return (
    <section className="ledger-check needs-script">
      <h2>{t("check.heading")}</h2>
      <p>{t("check.text")}</p>
      <div className="actions">
        <Button look="primary" isBusy={isRunning} onClick={() => void start(false)}>
          {t("check.start")}
        </Button>
        {isPartial ? <Button onClick={() => void start(true)}>{t("check.whole")}</Button> : null}
        {isRunning ? <Button onClick={stop}>{t("check.stop")}</Button> : null}
      </div>
      {isRunning ? <Progress done={check.done} total={check.total} /> : null}
      <div aria-live="polite">
        {isRunning ? <p>{t("check.running")}</p> : null}
        {check.phase === "stopped" ? <Stopped done={check.done} total={check.total} /> : null}
        {check.phase === "failed" ? <p>{check.said ?? t("check.failed")}</p> : null}
        {check.phase === "unsupported" ? <p>{t("check.unsupported")}</p> : null}
        {check.phase === "done" ? (
          <check.Report result={check.result} hasShown={shown !== undefined} />
        ) : null}
      </div>
    </section>
  );
}

function Stopped({ done, total }: { readonly done: number; readonly total: number }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  return (
    <p>{t(done === 0 ? "check.stopped" : "check.stoppedAt", { done: count(done), total: count(total) })}</p>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  if (total === 0) return <progress aria-label={t("check.progress")} />;
  return (
    <>
      <progress aria-label={t("check.progress")} value={done} max={total} />
      <p>{t("check.progressText", { done: count(done), total: count(total) })}</p>
    </>
  );
}
