/** Sign-in by trading-platform account id; then returns to the page that the visitor came from. */
import "./login.css";
import { useEffect, useState, useSyncExternalStore } from "react";
import * as v from "valibot";
import { useNavigate, useNavigation, useSearchParams } from "react-router";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { useSession } from "#client/features/session/session-context.tsx";
import { SignInForm } from "#client/features/sign-in/sign-in-form.tsx";
import { SignInRequest } from "#shared/contracts/session.ts";
import { hrefInLanguage, pageHref, parseNext } from "#shared/site/routes.ts";
import { hasRecord, isLinked } from "#shared/site/site-parts.ts";

export function LoginPage() {
  const { language, signUp } = useRuntimeConfig();
  const { t } = useTranslation(["login", "session"]);
  const absent = useAbsentParts();
  const [ofRecord, ofPassword, ofIdAlone] = t("notes.items", { returnObjects: true });
  const notes = [
    ...(hasRecord(absent) ? [ofRecord] : []),
    ofPassword,
    ...(absent.includes("follows") ? [] : [ofIdAlone]),
  ];
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== "idle";
  const [searchParams] = useSearchParams();
  const { state } = useSession();
  const next = parseNext(searchParams.get("next"));
  // The language may have been switched since; this document has only the routes of its own language.
  const behind = next === null ? null : pageBehindSignIn(next);
  const reason = behind !== null && isLinked(behind, absent) ? behind : null;
  const home = pageHref(language, isLinked("watch", absent) ? "watch" : "profile");
  const target = next === null ? home : (hrefInLanguage(next, language) ?? next);
  const [isDone, setIsDone] = useState(false);
  const invite = useInvite();
  // A member signed in by the account id alone may open an invite to choose a passcode.
  const isComeForPasscode = invite !== undefined && state.user?.may_change === false;
  // Waits for the user instead of the token: if the user cannot be loaded, the form says why.
  const isSignedIn = isDone || (state.user !== null && !isComeForPasscode);

  // Also runs for a signed-in member who opens this page, and after a sign-in in another tab. A navigation that is under way
  // takes precedence.
  useEffect(() => {
    if (isSignedIn && !isLeaving) void navigate(target, { replace: true });
  }, [isLeaving, isSignedIn, navigate, target]);

  return (
    <div className="login">
      <h1>{t("heading")}</h1>
      {reason === null ? null : <p>{t(`session:reason.${reason}`)}</p>}
      <p>
        {t("intro")} {signUp === "open" ? t("introNewcomer") : null}
      </p>
      {invite === undefined ? null : <p className="callout">{t("invited")}</p>}
      <SignInForm invite={invite} onSignedIn={() => setIsDone(true)} />
      <section>
        <h2>{t("notes.heading")}</h2>
        <ul>
          {notes.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The members' page that the visitor was going to, if it is one. */
function pageBehindSignIn(next: string): "watch" | "profile" | "admin" | null {
  const [, , page] = next.split(/[/?#]/);
  return page === "watch" || page === "profile" || page === "admin" ? page : null;
}

/** The invite in the hash of the address, which is never sent to a server; undefined if there is none, and until hydration. */
function useInvite(): string | undefined {
  return useSyncExternalStore(subscribe, readInvite, () => undefined);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

function readInvite(): string | undefined {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("invite") || undefined;
  return v.is(SignInRequest.entries.invite, token) ? token : undefined;
}
