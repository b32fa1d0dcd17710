/** Privacy policy: what data is processed, why, and for how long (GDPR, articles 13 and 21). */
import "#client/pages/reading-pages.css";
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import { LegalPage } from "#client/pages/legal-page.tsx";
import { useOperatorValues } from "#client/pages/page-marks.tsx";

const SECTIONS = [
  "controller",
  "visiting",
  "account",
  "security",
  "ledger",
  "device",
  "recipients",
  "retention",
  "rights",
  "changes",
] as const;

export function PrivacyPolicyPage() {
  const { turnstileSiteKey } = useRuntimeConfig();
  const { t } = useTranslation(["privacy-policy", "common"]);
  const values = useOperatorValues();
  const hasLedger = !useAbsentParts().includes("ledger");
  const siteText = useSiteText();
  const bodyOf = (id: (typeof SECTIONS)[number]) =>
    t(`sections.${id}.body`, { returnObjects: true, ...values });
  const turnstile = t("sections.security.turnstile", { returnObjects: true });
  return (
    <LegalPage
      title={t("heading")}
      lead={siteText(t("lead", values))}
      contents={t("common:contents")}
      sections={SECTIONS.filter((id) => hasLedger || id !== "ledger")}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      body={(id) =>
        id === "security" && turnstileSiteKey !== undefined ? [...bodyOf(id), ...turnstile] : bodyOf(id)
      }
      revisedOn="2026-11-27"
    />
  );
}
