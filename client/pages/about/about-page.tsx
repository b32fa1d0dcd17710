/** About: what readers can rely on, the whole tally, the method, what the site does not do, and who runs it. */
import "#client/pages/reading-pages.css";
import "./about.css";
import { useAbsentParts, useSiteText } from "#client/data/runtime-config.tsx";
import { hasRecord } from "#shared/site/site-parts.ts";
import { PageData } from "#client/data/page-data.tsx";
import { useTranslation } from "react-i18next";
import { useOperatorValues, usePageMarks } from "#client/pages/page-marks.tsx";
import type { Marks } from "#client/ui/reading-page/marked-text.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { RecordSoFar } from "./record-so-far.tsx";

const SECTIONS = ["points", "record", "method", "order", "ledger", "refusals", "notice", "operator"] as const;

type SectionId = (typeof SECTIONS)[number];

/** Facts about the record, if the site has one. */
const OF_RECORD: ReadonlySet<SectionId> = new Set<SectionId>([
  "points",
  "record",
  "method",
  "order",
  "ledger",
]);

const POINTS = ["open", "permanent", "honest", "checkable"] as const;

/** Claims that nobody can check without a ledger. */
const OF_LEDGER: ReadonlySet<(typeof POINTS)[number]> = new Set<(typeof POINTS)[number]>([
  "permanent",
  "checkable",
]);

export function AboutPage() {
  const { t } = useTranslation(["about", "common", "live"]);
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
      sectionTitle={(id) => {
        if (id === "points") return t("points.heading");
        return id === "record" ? t("live:summary.heading") : t(`sections.${id}.title`, values);
      }}
      renderContent={(id) => {
        if (id === "points") return <Points />;
        if (id === "record") {
          return (
            <PageData>
              <RecordSoFar />
            </PageData>
          );
        }
        return (
          <>
            <SectionText id={id} />
            {id === "ledger" && !absent.includes("log") ? <LogText /> : null}
          </>
        );
      }}
      caution="notice"
    />
  );
}

function Points() {
  const { t } = useTranslation("about");
  const siteText = useSiteText();
  const hasLedger = !useAbsentParts().includes("ledger");
  return (
    <ul className="cards">
      {POINTS.filter((point) => hasLedger || !OF_LEDGER.has(point)).map((point) => (
        <li key={point} className="card">
          <h3>{t(`points.${point}.title`)}</h3>
          <p>{siteText(t(`points.${point}.text`))}</p>
        </li>
      ))}
    </ul>
  );
}

function SectionText({ id }: { readonly id: Exclude<SectionId, "points" | "record"> }) {
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
