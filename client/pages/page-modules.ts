/** All pages in one module, for the server; the browser loads them one by one (client/app/browser/page-loader.ts). */
import type { PageModule, PageModules } from "./page-module.ts";
import { AboutPage } from "./about/about-page.tsx";
import { AdminPage } from "./admin/admin-page.tsx";
import { CookiePolicyPage } from "./cookie-policy/cookie-policy-page.tsx";
import { HomePage } from "./home/home-page.tsx";
import { InstructionPage } from "./instruction/instruction-page.tsx";
import { LoginPage } from "./login/login-page.tsx";
import { PAGE_KEYS, signalSubject, traderSubject } from "./page-keys.ts";
import { PrivacyPolicyPage } from "./privacy-policy/privacy-policy-page.tsx";
import { ProfilePage } from "./profile/profile-page.tsx";
import { SearchPage } from "./search/search-page.tsx";
import { SignalPage } from "./signal/signal-page.tsx";
import { TermsPage } from "./terms/terms-page.tsx";
import { TradersPage } from "./traders/traders-page.tsx";
import { VerifyPage } from "./verify/verify-page.tsx";
import { WatchPage } from "./watch/watch-page.tsx";

export const PAGE_MODULES: PageModules<PageModule> = {
  home: { Component: HomePage, dataKeys: PAGE_KEYS.home },
  about: { Component: AboutPage, dataKeys: PAGE_KEYS.about, isWholeWithoutData: true },
  "cookie-policy": { Component: CookiePolicyPage },
  instruction: { Component: InstructionPage },
  login: { Component: LoginPage },
  "privacy-policy": { Component: PrivacyPolicyPage },
  signal: { Component: SignalPage, dataKeys: PAGE_KEYS.signal, subjectKey: signalSubject },
  terms: { Component: TermsPage },
  traders: { Component: TradersPage, dataKeys: PAGE_KEYS.traders, subjectKey: traderSubject },
  verify: { Component: VerifyPage },
  search: { Component: SearchPage, dataKeys: PAGE_KEYS.search },
  watch: { Component: WatchPage },
  profile: { Component: ProfilePage },
  admin: { Component: AdminPage },
};
