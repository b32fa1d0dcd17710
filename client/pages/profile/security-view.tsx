/** Who can get in: the passcode, and where the member is signed in. Last what comes later than the page. */
import { useTranslation } from "#client/i18n/translation.tsx";
import type { User } from "#shared/contracts/session.ts";
import { PasscodeForm, PasscodeRemovalButton } from "./passcode.tsx";
import { Sessions } from "./sessions.tsx";

export function SecurityView({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const isRemovable = user.has_passcode && user.role !== "staff";
  return (
    <>
      <section>
        <h2>{t("passcode.heading")}</h2>
        <p className="intro">{t(user.has_passcode ? "passcode.isSet" : "passcode.isNotSet")}</p>
        <PasscodeForm user={user} />
        {isRemovable ? <PasscodeRemovalButton user={user} /> : null}
      </section>
      <section>
        <h2>{t("sessions.heading")}</h2>
        <Sessions />
      </section>
    </>
  );
}
