/** Route guard of profile and admin. */
import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useTranslation } from "#client/i18n/translation.tsx";
import { DEFAULT_LANGUAGE, isLanguage } from "#shared/languages.ts";
import { guard } from "./guard.ts";
import { useSession } from "./session-context.tsx";

/** Shows its children to members, until they sign out: then home. Sends visitors to the login page and back here afterwards. */
export function RequireSignIn({ children }: { readonly children: ReactNode }) {
  const { state } = useSession();
  const [wasOut] = useState(state.phase === "signed-out");
  const location = useLocation();
  const { t, i18n } = useTranslation("session");
  const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
  const decision = guard(state, language, location, wasOut);
  if (decision.verdict === "enter") return children;
  if (decision.verdict === "leave") return <Navigate replace to={decision.href} />;
  return (
    <div aria-busy="true">
      <noscript>
        <p className="callout">{t("form.noscript")}</p>
      </noscript>
      <output className="visually-hidden">{t("guard.checking")}</output>
      <div className="needs-script skeleton" aria-hidden="true" />
      <div className="needs-script skeleton" aria-hidden="true" />
      <div className="needs-script skeleton" aria-hidden="true" />
    </div>
  );
}
