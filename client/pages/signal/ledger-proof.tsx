/** The ledger entries of a signal, each with the text that was hashed, so that anyone can hash it again. */
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { Time } from "#client/ui/time.tsx";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { hashInputOf } from "#shared/record/ledger-chain.ts";
import { pageHref } from "#shared/site/routes.ts";

type Settled = Extract<LedgerEntry, { kind: "settled" }>;

const SETTLED_TEXTS = {
  result: "settled",
  prices: "settledByPrices",
  deadline: "settledByDeadline",
  correction: "corrected",
} as const satisfies Record<Settled["payload"]["cause"], string>;

export function LedgerProof({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("signal");
  return (
    <section>
      <h2>{t("proof.heading")}</h2>
      <p className="intro">
        {t("proof.text")} <PageLink to={pageHref(language, "verify")}>{t("proof.link")}</PageLink>
      </p>
      <ol className="entries">
        {entries.map((entry) => (
          <li key={entry.seq} id={`entry-${entry.seq}`} className="entry">
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { readonly entry: LedgerEntry }) {
  const { t } = useTranslation(["signal", "common"]);
  const { count } = useFormats();
  const what =
    entry.kind === "settled"
      ? t(`proof.${SETTLED_TEXTS[entry.payload.cause]}`, {
          outcome: t(`common:outcome.${entry.payload.outcome}`),
        })
      : entry.kind === "voided"
        ? t("cause" in entry.payload ? "proof.unpriced" : "proof.voided")
        : t("proof.published");
  return (
    <>
      <h3>
        {t("proof.entry", { seq: count(entry.seq) })} <span className="entry__kind">{what}</span>
      </h3>
      {"reason" in entry.payload ? <p>{t("proof.reason", { reason: entry.payload.reason })}</p> : null}
      <dl className="entry__links">
        <div>
          <dt>{t("proof.time")}</dt>
          <dd>
            <Time at={entry.at} precision="second" />
          </dd>
        </div>
        <div>
          <dt>{t("proof.previousHash")}</dt>
          <dd>
            <code>{entry.prev_hash}</code>
          </dd>
        </div>
        <div>
          <dt>{t("proof.hash")}</dt>
          <dd>
            <code>{entry.hash}</code>
          </dd>
        </div>
      </dl>
      <details>
        <summary>{t("proof.content")}</summary>
        <p>{t("proof.contentText")}</p>
        <pre className="formula">{hashInputOf(entry)}</pre>
        <p>
          <a href={`/api/ledger/?after=${entry.seq - 1}&limit=1`}>{t("proof.raw")}</a>
        </p>
      </details>
    </>
  );
}
