/** Loads a page's module and texts in the browser, one namespace at a time. */
import type { i18n } from "i18next";
import type { ComponentType } from "react";
import type { PageModule, PageModules } from "#client/pages/page-module.ts";
import { PAGE_KEYS } from "#client/pages/page-keys.ts";
import { type Namespace, pageNamespaces } from "#client/i18n/namespaces.ts";
import type { Language } from "#shared/site/languages.ts";
import type { Page } from "#shared/site/routes.ts";

const COMPONENTS: PageModules<() => Promise<ComponentType>> = {
  home: async () => (await import("#client/pages/home/home-page.tsx")).HomePage,
  about: async () => (await import("#client/pages/about/about-page.tsx")).AboutPage,
  "cookie-policy": async () =>
    (await import("#client/pages/cookie-policy/cookie-policy-page.tsx")).CookiePolicyPage,
  instruction: async () => (await import("#client/pages/instruction/instruction-page.tsx")).InstructionPage,
  login: async () => (await import("#client/pages/login/login-page.tsx")).LoginPage,
  "privacy-policy": async () =>
    (await import("#client/pages/privacy-policy/privacy-policy-page.tsx")).PrivacyPolicyPage,
  signal: async () => (await import("#client/pages/signal/signal-page.tsx")).SignalPage,
  terms: async () => (await import("#client/pages/terms/terms-page.tsx")).TermsPage,
  traders: async () => (await import("#client/pages/traders/traders-page.tsx")).TradersPage,
  verify: async () => (await import("#client/pages/verify/verify-page.tsx")).VerifyPage,
  search: async () => (await import("#client/pages/search/search-page.tsx")).SearchPage,
  watch: async () => (await import("#client/pages/watch/watch-page.tsx")).WatchPage,
  profile: async () => (await import("#client/pages/profile/profile-page.tsx")).ProfilePage,
  admin: async () => (await import("#client/pages/admin/admin-page.tsx")).AdminPage,
};

const TEXTS = import.meta.glob<{ default: object }>("/shared/locales/*/*.json");

/** Loads the namespaces that `i18n` lacks. */
export async function addTexts(
  i18n: i18n,
  language: Language,
  namespaces: readonly Namespace[],
): Promise<void> {
  const add = async (namespace: Namespace) =>
    void i18n.addResourceBundle(language, namespace, await loadTexts(language, namespace));
  await Promise.all(namespaces.filter((namespace) => !i18n.hasResourceBundle(language, namespace)).map(add));
}

// Caches loaded pages: awaiting `import()` again takes event loop turns even for a loaded module, and would delay navigation.
const loaded = new WeakMap<i18n, Map<Page, PageModule>>();

/** The page's module; resolves once its texts are in `i18n`. */
export async function loadPage(i18n: i18n, language: Language, page: Page): Promise<PageModule> {
  const pages = loaded.get(i18n) ?? new Map<Page, PageModule>();
  loaded.set(i18n, pages);
  const known = pages.get(page);
  if (known) return known;
  const texts = addTexts(i18n, language, pageNamespaces(page));
  const [Component] = await Promise.all([COMPONENTS[page](), texts]);
  const module = { Component, dataKeys: PAGE_KEYS[page] };
  pages.set(page, module);
  return module;
}

async function loadTexts(language: Language, namespace: Namespace): Promise<object> {
  const load = TEXTS[`/shared/locales/${language}/${namespace}.json`];
  if (!load) throw new Error(`No texts "${namespace}" in "${language}"`);
  return (await load()).default;
}
