/** A legal page: its sections with the operator's values filled in, and the date of the last revision. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import { ReadingPage, type ReadingPageProps } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { usePageMarks } from "./page-marks.tsx";

export interface LegalPageProps<Id extends string> extends Pick<
  ReadingPageProps<Id>,
  "title" | "lead" | "contents" | "sections" | "sectionTitle" | "caution"
> {
  /** The lines of a section's text. */
  readonly body: (id: Id) => readonly string[];
  /** Shown below the text of its section. */
  readonly below?: Partial<Readonly<Record<Id, ReactNode>>>;
  /** `yyyy-mm-dd`; must be updated whenever the meaning of the text changes. */
  readonly revisedOn: string;
}

export function LegalPage<Id extends string>({ body, below, revisedOn, ...page }: LegalPageProps<Id>) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const marks = usePageMarks();
  const siteText = useSiteText();
  // In UTC, so that server and browser render the same.
  const format = new Intl.DateTimeFormat(LANGUAGE_FACTS[language].tag, {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return (
    <ReadingPage
      {...page}
      renderContent={(id) => (
        <>
          <TextBlocks lines={body(id).map(siteText)} marks={marks} />
          {below?.[id]}
        </>
      )}
    >
      <p>{t("revised", { date: format.format(Date.parse(revisedOn)) })}</p>
    </ReadingPage>
  );
}
