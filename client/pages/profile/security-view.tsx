/** Access to the account: passcode, passkeys, sessions and history. Sections that load later than the page come last. */
import { useTranslation } from "react-i18next";
import type { User } from "#shared/contracts/session.ts";
import { Acts } from "./acts.tsx";
import { PasscodeForm } from "./passcode.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";
import { useAbsentParts } from "#client/data/runtime-config.tsx";

export function SecurityView({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const absent = useAbsentParts();
  const mayNotChange = !user.may_change;
  if (mayNotChange && !absent.includes("passcode")) return <p className="intro">{t("security.idAlone")}</p>;
  return (
    <>
      {absent.includes("passcode") ? null : (
        <section>
          <h2>{t("passcode.heading")}</h2>
          <p className="intro">{t(passcodeText(user))}</p>
          <PasscodeForm user={user} />
        </section>
      )}
      {mayNotChange || absent.includes("passkeys") ? null : (
        <section>
          <h2>{t("passkeys.heading")}</h2>
          <Passkeys user={user} />
        </section>
      )}
      {mayNotChange || absent.includes("sessions") ? null : (
        <section>
          <h2>{t("sessions.heading")}</h2>
          <Sessions />
        </section>
      )}
      {absent.includes("acts") ? null : (
        <section>
          <h2>{t("acts.heading")}</h2>
          <Acts />
        </section>
      )}
    </>
  );
}

function passcodeText({ has_passcode: hasPasscode, has_passkey: hasPasskey }: User) {
  if (hasPasscode) return "passcode.isSet";
  return hasPasskey ? "passcode.besidePasskey" : "passcode.isNotSet";
}
