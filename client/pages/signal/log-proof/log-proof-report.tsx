/** The result of the browser's proof, in words; for two contradictory checkpoints, the evidence. */
import { useTranslation } from "react-i18next";
import { saveFile } from "#client/data/download-file.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { formatInstant } from "#client/ui/format-instant.ts";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { toBase64 } from "#shared/encoding/base64.ts";
import type { KnownCheckpoint, LogFinding } from "./prove-in-log.ts";

type Holds = Extract<LogFinding, { kind: "holds" }>;
type Forked = Extract<LogFinding, { kind: "shorter" | "rewritten" }>;

export function LogProofReport({ finding }: { readonly finding: LogFinding }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  switch (finding.kind) {
    case "holds":
      return <Proved finding={finding} />;
    case "shorter":
    case "rewritten":
      return <TwoCheckpoints finding={finding} />;
    case "otherEntry":
    case "noEntry": {
      const numbers = { seq: count(finding.seq), size: count(finding.size) };
      return <Fault line={t(`logProof.faults.${finding.kind}`, numbers)} />;
    }
    case "tileMissing":
      return <Fault line={t("logProof.faults.tileMissing", { path: finding.path })} />;
    case "noKey":
    case "noCheckpoint":
    case "notSigned":
    case "tilesDiffer":
      return <Fault line={t(`logProof.faults.${finding.kind}`)} />;
  }
}

function Proved({ finding: { now, before, isOtherKey, files } }: { readonly finding: Holds }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const date = useSeenDate();
  return (
    <div className="ledger-check__result ledger-check__result--holds">
      <p>
        <strong>{t("logProof.holds", { count: files.length, number: count(files.length) })}</strong>
      </p>
      <p>
        {before
          ? t("logProof.grown", { size: count(before.size), date: date(before) })
          : t("logProof.firstSeen")}
      </p>
      {before && isOtherKey ? <OtherKey before={before} /> : null}
      <CheckpointFacts checkpoint={now} />
    </div>
  );
}

function TwoCheckpoints({ finding }: { readonly finding: Forked }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  const date = useSeenDate();
  const { kind, now, before, isOtherKey } = finding;
  const numbers = { size: count(now.size), before: count(before.size), date: date(before) };
  const evidence = evidenceOf(finding);
  return (
    <div className="ledger-check__result ledger-check__result--fails">
      <p role="alert">
        <strong>{t(`logProof.faults.${kind}`, numbers)}</strong>
      </p>
      <p>{t("logProof.evidence")}</p>
      {isOtherKey ? <OtherKey before={before} /> : null}
      <h3>{t("logProof.seenOn", { date: date(before) })}</h3>
      <CheckpointFacts checkpoint={before} />
      <h3>{t("logProof.servedNow")}</h3>
      <CheckpointFacts checkpoint={now} />
      <details>
        <summary>{t("logProof.asSigned")}</summary>
        <pre className="formula">{evidence}</pre>
      </details>
      <Button onClick={() => saveFile(new Blob([evidence]), `log-evidence-${before.size}-${now.size}.txt`)}>
        {t("logProof.saveEvidence")}
      </Button>
      <p>{t("logProof.kept")}</p>
    </div>
  );
}

function OtherKey({ before }: { readonly before: KnownCheckpoint }) {
  const { t } = useTranslation("signal");
  const date = useSeenDate();
  return (
    <p className="callout callout--caution">
      {t("logProof.otherKey", { key: keyIds(before), date: date(before) })}
    </p>
  );
}

function CheckpointFacts({ checkpoint }: { readonly checkpoint: KnownCheckpoint }) {
  const { t } = useTranslation("signal");
  const { count } = useFormats();
  return (
    <dl className="entry__links">
      <div>
        <dt>{t("logProof.size")}</dt>
        <dd>{count(checkpoint.size)}</dd>
      </div>
      <div>
        <dt>{t("logProof.root")}</dt>
        <dd>
          <code>{toBase64(checkpoint.root)}</code>
        </dd>
      </div>
      <div>
        <dt>{t("logProof.key")}</dt>
        <dd>
          <code>{keyIds(checkpoint)}</code>
        </dd>
      </div>
    </dl>
  );
}

function Fault({ line }: { readonly line: string }) {
  return (
    <div className="ledger-check__result ledger-check__result--fails">
      <p role="alert">
        <strong>{line}</strong>
      </p>
    </div>
  );
}

/** In the reader's language and zone, to the second. */
function useSeenDate(): (checkpoint: KnownCheckpoint) => string {
  const { locale } = useFormats();
  const timeZone = useShownZone();
  return ({ seenAtMs }) => formatInstant(seenAtMs, { locale, timeZone, precision: "second" });
}

/** The part of a vkey that people compare. */
function keyIds({ keys }: KnownCheckpoint): string {
  return keys.map((key) => key.split("+")[1] ?? key).join(", ");
}

/** For tools and other people, so in English and UTC: the signed notes, with the keys that signed them. */
function evidenceOf({ before, now }: Forked): string {
  const part = (what: string, { note, keys, seenAtMs }: KnownCheckpoint) =>
    `${what} ${new Date(seenAtMs).toISOString()}, signed by\n${keys.join("\n")}\n\n${note}`;
  return [
    `Two checkpoints that a log that only grows cannot have signed in this order: ${now.origin}\n`,
    part("Seen at", before),
    part("Served at", now),
  ].join("\n");
}
