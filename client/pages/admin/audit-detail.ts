/** What an act of staff changed, in words. */
import { useTranslation } from "#client/i18n/translation.tsx";
import type { AuditEntry } from "#shared/contracts/admin.ts";

type Words = Readonly<Record<string, string>>;

/** `Outcome: won`; names and values that the site has no word for as they stand in the log. */
export function useDetailText(): (detail: AuditEntry["detail"]) => string {
  const { t } = useTranslation(["admin", "common"]);
  const names: Words = {
    ...t("fields", { returnObjects: true }),
    outcome: t("common:record.outcome"),
    from: t("correct.from"),
    is_active: t("fields.state"),
  };
  const [isSet, isNotSet] = [t("accounts.hasPasscode"), t("accounts.noPasscode")];
  const outcomes = t("common:outcome", { returnObjects: true });
  const values: Readonly<Record<string, Words>> = {
    direction: t("common:direction", { returnObjects: true }),
    outcome: outcomes,
    from: outcomes,
    role: t("roles", { returnObjects: true }),
    is_active: { true: t("accounts.active"), false: t("accounts.inactive") },
    passcode: { true: isSet, set: isSet, false: isNotSet, removed: isNotSet },
  };
  return (detail) =>
    Object.entries(detail)
      .map(([name, value]) =>
        t("audit.detail", {
          name: names[name] ?? name,
          value: values[name]?.[String(value)] ?? String(value),
        }),
      )
      .join(", ");
}
