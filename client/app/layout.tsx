/** The one layout of all pages: header, notice, main, footer. */
import { ScrollRestoration } from "react-router";
import { useTranslation } from "react-i18next";
import { SCROLL_KEY } from "#shared/site/storage-names.ts";
import { LoadingBar } from "#client/ui/loading-bar/loading-bar.tsx";
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import { AuthModal } from "./auth-modal.tsx";
import { PageOrError } from "./error-page.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { PasscodeNotice } from "./passcode-notice.tsx";
import { RiskNotice } from "./risk-notice.tsx";
import { RouteAnnouncer } from "./route-announcer.tsx";

export const MAIN_ELEMENT_ID = "main";

export function Layout() {
  const { t } = useTranslation(["common", "shell"]);
  return (
    // Direct children of the body, none of them a `div`: hydration skips elements that an extension inserts among them only if
    // the tag name differs.
    <>
      <LoadingBar label={t("shell:loading")} />
      <a className="skip-link" href={`#${MAIN_ELEMENT_ID}`}>
        {t("skipToContent")}
      </a>
      <Header />
      <RiskNotice />
      <main className="site-main" id={MAIN_ELEMENT_ID} tabIndex={-1}>
        <Toasts />
        <PageOrError />
      </main>
      <PasscodeNotice />
      <Footer />
      <AuthModal />
      <RouteAnnouncer />
      <LeaveQuestion />
      <ScrollRestoration storageKey={SCROLL_KEY} />
    </>
  );
}
