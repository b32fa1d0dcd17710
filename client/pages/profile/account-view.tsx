/** Who the member is here, what they can change about it, and how to take it all away. */
import { currentUserKey } from "#client/data/keys.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { type Figure, Figures } from "#client/record/figures.tsx";
import { NO_VALUE, useFormats } from "#client/record/formats.ts";
import { Time } from "#client/ui/time.tsx";
import type { User } from "#shared/contracts/session.ts";
import { AccountForm } from "./account-form.tsx";
import { OwnData } from "./own-data.tsx";
import { useOffered } from "./use-offered.ts";

export function AccountView({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const { locale } = useFormats();
  const canChange = useOffered("PATCH", currentUserKey);
  const figures: Figure[] = [
    { name: t("account.id"), value: user.pocketoption_id },
    { name: t("account.shownName"), value: user.name || NO_VALUE },
    { name: t("account.role"), value: t(`account.roles.${user.role}`) },
  ];
  if (user.created_at !== null) {
    const since = <Time epochMs={Date.parse(user.created_at)} locale={locale} precision="day" />;
    figures.push({ name: t("account.since"), value: since });
  }
  return (
    <>
      <div className="account-figures">
        <Figures figures={figures} />
      </div>
      {user.may_change ? (
        <>
          {canChange ? (
            <section>
              <h2>{t("details.heading")}</h2>
              <AccountForm user={user} />
            </section>
          ) : null}
          <OwnData user={user} />
        </>
      ) : (
        <p className="intro">{t("account.idAlone")}</p>
      )}
    </>
  );
}
