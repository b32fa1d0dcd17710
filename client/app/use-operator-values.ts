/** The operator's own words as the texts name them. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { useRuntimeConfig } from "./runtime-config.tsx";

/** Values for `{{brand}}` and the rest; what the operator left empty says so instead of leaving a hole. */
export function useOperatorValues() {
  const { brand } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const missing = t("operator.missing");
  return {
    brand: brand.name,
    operatorName: brand.operatorName || missing,
    operatorAddress: brand.operatorAddress || missing,
    contactEmail: brand.contactEmail || missing,
  };
}
