/** What a part of the application finds above it on every page: the site's configuration and the texts of its language. */
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { RuntimeConfigProvider } from "#client/data/runtime-config.tsx";
import { createI18n } from "#client/i18n/create-i18n.ts";
import type { Language } from "#shared/site/languages.ts";
import type { SitePart } from "#shared/site/site-parts.ts";
import { readServerTexts } from "#worker/build/server-texts.ts";

export const BRAND = {
  name: "Brandname",
  operatorName: "Operator & Sons",
  operatorAddress: "1 Street",
  contactEmail: "mail@operator.example",
};

export const CONFIG = {
  baseUrl: "https://site.example",
  siteOrigin: "https://site.example",
  buildId: "b",
  buildCheckIntervalMs: 1,
  hasServiceWorker: true,
  hasOwnBackend: false,
  absentParts: [] as readonly SitePart[],
  isWitnessed: false,
  signUp: "open" as const,
};

export interface InLanguageProps {
  readonly language: Language;
  readonly brand?: typeof BRAND;
  /** What the backend lacks. */
  readonly absentParts?: readonly SitePart[];
  readonly children: ReactNode;
}

export function InLanguage({
  language,
  brand = BRAND,
  absentParts = CONFIG.absentParts,
  children,
}: InLanguageProps) {
  return (
    <RuntimeConfigProvider config={{ ...CONFIG, language, brand, absentParts }}>
      <I18nextProvider i18n={createI18n(language, readServerTexts(language))}>{children}</I18nextProvider>
    </RuntimeConfigProvider>
  );
}
