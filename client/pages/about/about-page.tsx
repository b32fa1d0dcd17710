/** About: the method, what the site does not do, and who runs it. */
import { useAbsentParts, useSiteText } from "#client/data/runtime-config.tsx";
import { hasRecord } from "#shared/site-parts.ts";
import { PageData } from "#client/features/session/page-data.tsx";
import { useTranslation } from "react-i18next";
import { useOperatorValues, usePageMarks } from "#client/pages/page-marks.tsx";
import type { Marks } from "#client/ui/reading-page/marked-text.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { asPart } from "#client/ui/part.tsx";
import { ledgerHeadKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/ledger/formats.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { Time } from "#client/ui/time.tsx";
import { LedgerHead as LedgerHeadContract } from "#shared/contracts/ledger.ts";

const SECTIONS = ["method", "order", "ledger", "refusals", "notice", "operator"] as const;

type SectionId = (typeof SECTIONS)[number];

/** Facts about the record, if the site has one. */
const OF_RECORD: ReadonlySet<SectionId> = new Set<SectionId>(["method", "order", "ledger"]);

export function AboutPage() {
  const { t } = useTranslation(["about", "common"]);
  const values = useOperatorValues();
  const absent = useAbsentParts();
  const isOfRecord = hasRecord(absent);
  const sections = SECTIONS.filter(
    (id) => (isOfRecord || !OF_RECORD.has(id)) && !(id === "ledger" && absent.includes("ledger")),
  );
  return (
    <ReadingPage
      title={t("heading", values)}
      lead={t(isOfRecord ? "lead" : "leadForMembers", values)}
      contents={t("common:contents")}
      sections={sections}
      sectionTitle={(id) => t(`sections.${id}.title`, values)}
      renderContent={(id) => (
        <>
          <SectionText id={id} />
          {id === "ledger" ? (
            <>
              {absent.includes("log") ? null : <LogText />}
              <PageData>
                <LedgerHead />
              </PageData>
            </>
          ) : null}
        </>
      )}
      caution="notice"
    />
  );
}

function SectionText({ id }: { readonly id: SectionId }) {
  const { t } = useTranslation("about");
  const values = useOperatorValues();
  const marks = usePageMarks();
  const lines = t(`sections.${id}.body`, { returnObjects: true, ...values }).map(useSiteText());
  return <TextBlocks lines={lines} marks={marks} />;
}

const LOG_MARKS: Marks = {
  checkpoint: (words) => <a href="/log/checkpoint">{words}</a>,
  "log-key": (words) => <a href="/log/key">{words}</a>,
};

/** Explains the log and links to its newest checkpoint and its key. */
function LogText() {
  const { t } = useTranslation("about");
  return <TextBlocks lines={t("sections.ledger.log", { returnObjects: true })} marks={LOG_MARKS} />;
}

/**
 * Number, time and hash of the newest ledger entry, for readers to write down: a later rewrite of the past would no longer
 * match.
 */
const LedgerHead = asPart(Head);

function Head() {
  const { data: head, error, mutate } = useApi(ledgerHeadKey, LedgerHeadContract);
  return head ? <Newest head={head} /> : <NotLoaded error={error} retry={mutate} />;
}

function Newest({ head }: { readonly head: LedgerHeadContract }) {
  const { t } = useTranslation("about");
  const { count } = useFormats();
  if (head.at === null) return <p>{t("head.empty")}</p>;
  return (
    <figure className="ledger-head">
      <figcaption>{t("head.caption")}</figcaption>
      <dl className="entry__links">
        <div>
          <dt>{t("head.seq")}</dt>
          <dd>{count(head.seq)}</dd>
        </div>
        <div>
          <dt>{t("head.time")}</dt>
          <dd>
            <Time at={head.at} precision="second" />
          </dd>
        </div>
        <div>
          <dt>{t("head.hash")}</dt>
          <dd>
            <code>{head.hash}</code>
          </dd>
        </div>
      </dl>
    </figure>
  );
}
