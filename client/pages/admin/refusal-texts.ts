/** What the API's refusals mean to staff. */
import type { RefusalTexts } from "#client/form/failure.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import type { AdminProblemCode } from "#shared/contracts/admin.ts";
import type { PasscodeProblemCode } from "#shared/contracts/session.ts";

export function useRefusalTexts(): RefusalTexts {
  const { t } = useTranslation("admin");
  return {
    not_found: t("refusals.notFound"),
    trader_exists: t("refusals.traderExists"),
    trader_name_taken: t("refusals.traderNameTaken"),
    trader_retired: t("refusals.traderRetired"),
    already_settled: t("refusals.alreadySettled"),
    not_correctable: t("refusals.notCorrectable"),
    not_yet_expired: t("refusals.notYetExpired"),
    deadline_passed: t("refusals.deadlinePassed"),
    ledger_busy: t("refusals.ledgerBusy"),
    account_exists: t("refusals.accountExists"),
    staff_needs_passcode: t("refusals.staffNeedsPasscode"),
    last_staff: t("refusals.lastStaff"),
    wrong_passcode: t("refusals.wrongPasscode"),
    staff_passcode_too_short: t("refusals.staffPasscodeTooShort"),
    passcode_too_common: t("refusals.passcodeTooCommon"),
  } satisfies Record<AdminProblemCode | PasscodeProblemCode, string>;
}
