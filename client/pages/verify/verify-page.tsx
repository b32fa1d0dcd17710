/**
 * How to check the record: in the browser, by hand, and with a program. It specifies everything that a program needs to rebuild the
 * record from the ledger: text in the reader's language, with formulas that are the same in all languages.
 */
import "#client/pages/reading-pages.css";
import "./verify.css";
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { usePageMarks } from "#client/pages/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { FORMULAS } from "./record-formulas.ts";
import { Tricks } from "./tricks.tsx";
import { verifyValues } from "./verify-values.ts";

const SECTIONS = [
  "check",
  "tricks",
  "reference",
  "entries",
  "hash",
  "rules",
  "prices",
  "states",
  "counting",
  "figures",
  "verdicts",
  "order",
  "curve",
  "calibration",
  "chance",
  "lists",
  "exports",
  "feeds",
  "log",
  "rounding",
] as const;

export function VerifyPage() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["verify", "common"]);
  const values = verifyValues(language);
  const marks = usePageMarks();
  const hasLog = !useAbsentParts().includes("log");
  return (
    <ReadingPage
      title={t("heading")}
      lead={t("lead")}
      contents={t("common:contents")}
      sections={SECTIONS.filter((id) => hasLog || id !== "log")}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      renderContent={(id) => (
        <>
          <TextBlocks lines={t(`sections.${id}.body`, { returnObjects: true, ...values })} marks={marks} />
          {id === "tricks" ? <Tricks values={values} marks={marks} /> : null}
          {FORMULAS[id]?.map((formula) => (
            <p key={formula} className="formula">
              {formula}
            </p>
          ))}
        </>
      )}
    />
  );
}
