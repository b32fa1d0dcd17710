/**
 * react-i18next in the worker's bundle (worker/local/worker-build.ts). A server has all texts before it renders, and they stay as
 * they are: nothing is waited for and nobody is told. A test compares it with react-i18next, whose hook takes a tenth of what a
 * page takes to render.
 */
import type { i18n } from "i18next";
import { createContext, createElement, type ReactNode, use } from "react";

const I18nContext = createContext<i18n | null>(null);

export interface I18nextProviderProps {
  readonly i18n: i18n;
  readonly children: ReactNode;
}

export function I18nextProvider({ i18n, children }: I18nextProviderProps): ReactNode {
  return createElement(I18nContext.Provider, { value: i18n }, children);
}

/** Of several namespaces the first is meant where a key names none. */
export function useTranslation(namespaces: string | readonly string[]) {
  const i18n = use(I18nContext);
  if (!i18n) throw new TypeError("No I18nextProvider stands around this component");
  const [namespace = null] = [namespaces].flat();
  return { t: i18n.getFixedT(i18n.language, namespace), i18n };
}
