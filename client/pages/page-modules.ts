/** Every page at once, for the server; the browser loads them one by one (client/browser/page-loader.ts). */
import type { PageModule, PageModules } from "#client/app/page-module.ts";
import { aboutKeys } from "./about/about-keys.ts";
import { AboutPage } from "./about/about-page.tsx";
import { AdminPage } from "./admin/admin-page.tsx";
import { CookiePolicyPage } from "./cookie-policy/cookie-policy-page.tsx";
import { homeKeys } from "./home/home-keys.ts";
import { HomePage } from "./home/home-page.tsx";
import { InstructionPage } from "./instruction/instruction-page.tsx";
import { LoginPage } from "./login/login-page.tsx";
import { PrivacyPolicyPage } from "./privacy-policy/privacy-policy-page.tsx";
import { ProfilePage } from "./profile/profile-page.tsx";
import { signalKeys, signalSubject } from "./signal/signal-keys.ts";
import { SignalPage } from "./signal/signal-page.tsx";
import { TermsPage } from "./terms/terms-page.tsx";
import { drawTrader } from "./traders/draw-trader.ts";
import { traderKeys, traderSubject } from "./traders/trader-keys.ts";
import { TradersPage } from "./traders/traders-page.tsx";

export const PAGE_MODULES: PageModules<PageModule> = {
  home: { Component: HomePage, dataKeys: homeKeys },
  about: { Component: AboutPage, dataKeys: aboutKeys },
  "cookie-policy": { Component: CookiePolicyPage },
  instruction: { Component: InstructionPage },
  login: { Component: LoginPage },
  "privacy-policy": { Component: PrivacyPolicyPage },
  signal: { Component: SignalPage, dataKeys: signalKeys, subjectKey: signalSubject },
  terms: { Component: TermsPage },
  traders: { Component: TradersPage, dataKeys: traderKeys, subjectKey: traderSubject, draw: drawTrader },
  profile: { Component: ProfilePage },
  admin: { Component: AdminPage },
};
