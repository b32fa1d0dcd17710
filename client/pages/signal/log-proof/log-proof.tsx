/** Proves in the visitor's own browser that the signal's entries are in the log, and shows the result in words. */
import { useTranslation } from "react-i18next";
import useSWR from "swr";
import { createApiFetch } from "#client/data/api-fetch.ts";
import { saveFile } from "#client/data/download-file.ts";
import { HttpError, isOwnFault } from "#client/data/http-error.ts";
import { failureOf, useFailureText } from "#client/features/form/failure.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { focusToHeading } from "#client/ui/focus.ts";
import { isPartMissing } from "#client/ui/error-page-content.ts";
import { asPart } from "#client/ui/part.tsx";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import type { LogProofReport } from "./log-proof-report.tsx";
import type { LogFinding } from "./prove-in-log.ts";

export interface LogProofProps {
  readonly signalId: string;
  /** The entries that the page shows. */
  readonly entries: readonly LedgerEntry[];
  readonly proof: LogProving;
}

type Proof =
  | { readonly kind: "found"; readonly finding: LogFinding; readonly Report: typeof LogProofReport }
  /** Something that the proof needs is missing in the browser or on the site. */
  | { readonly kind: "insecure" | "unsupported" | "notSigned" };

export type LogProving = ReturnType<typeof useLogProof>;

/** Proves as soon as `isWanted`; a new entry on a live page starts a new proof. */
export function useLogProof(entries: readonly LedgerEntry[], isWanted: boolean) {
  const shown = entries.map(({ hash }) => hash).join(" ");
  const options = { keepPreviousData: true, revalidateOnFocus: false };
  const { data, error, isValidating, mutate } = useSWR<Proof | null>(
    isWanted ? `/log/ ${shown}` : null,
    () => proveEntries(entries),
    options,
  );
  const proof = error === undefined ? data : undefined;
  const finding = proof?.kind === "found" ? proof.finding : null;
  return { proof, finding, error, isValidating, mutate };
}

export const LogProof = asPart(ProofInLog);

function ProofInLog({
  signalId,
  entries,
  proof: { proof, finding, error, isValidating, mutate },
}: LogProofProps) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const hasFailed = error !== undefined || (finding !== null && finding.kind !== "holds");
  return (
    <section className="ledger-check log-proof needs-script">
      <h2>{t("logProof.heading")}</h2>
      <p>{t("logProof.text")}</p>
      <div className="log-proof__result">
        {error === undefined ? null : <Failed error={error} />}
        {error === undefined && !proof ? <p>{t("logProof.waiting")}</p> : null}
        {proof && proof.kind !== "found" ? <p>{t(`logProof.${proof.kind}`)}</p> : null}
        {proof?.kind === "found" ? <proof.Report finding={proof.finding} /> : null}
      </div>
      {hasFailed ? (
        <div ref={focusToHeading} className="actions">
          <Button isBusy={isValidating} onClick={() => void mutate()}>
            {t("logProof.again")}
          </Button>
        </div>
      ) : (
        <div className="actions">
          {entries.map(({ seq }) => {
            const file = finding?.kind === "holds" ? finding.files.find((one) => one.seq === seq) : undefined;
            const name = `signal-${signalId}-entry-${seq}.tlog-proof`;
            return (
              <Button
                key={seq}
                disabled={!file}
                onClick={() => file && saveFile(new Blob([file.text]), name)}
              >
                {t("logProof.save", { seq: count(seq) })}
              </Button>
            );
          })}
        </div>
      )}
    </section>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  const { t } = useTranslation("signal");
  const failureText = useFailureText();
  const isOwn = isOwnFault(error) && !isPartMissing(error);
  return <p role="alert">{isOwn ? failureText(failureOf(error)) : t("logProof.failed")}</p>;
}

/** The code that proves and reports is loaded on first use. Rejects if the log cannot be read. */
async function proveEntries(entries: readonly LedgerEntry[]): Promise<Proof | null> {
  // The worker has no viewport and never proves, so it does not bundle the imports below.
  if (import.meta.env.SSR) return null;
  // Undefined on insecure connections, although its type does not say so.
  if (!("subtle" in crypto)) return { kind: "insecure" };
  const [{ proveInBrowser }, { LogProofReport: Report }] = await Promise.all([
    import("./prove-in-browser.ts"),
    import("./log-proof-report.tsx"),
  ]);
  // Reads the log from the site's own origin, even if another origin answers the API; sends no token, so that shared caches can
  // answer.
  const ownFetch = createApiFetch({ baseUrl: "", fetch: (url, init) => fetch(url, init) });
  try {
    return { kind: "found", finding: await proveInBrowser(ownFetch, entries), Report };
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return { kind: "unsupported" };
    if (error instanceof HttpError && error.code === "log_not_configured") return { kind: "notSigned" };
    throw error;
  }
}
