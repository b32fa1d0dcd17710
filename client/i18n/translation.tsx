/**
 * Texts for components. react-i18next's hook watches i18next once, for everything inside the provider, rather than once in each
 * component: it has a dozen hooks of its own, and a page of the record would have it a hundred times.
 */
import type { i18n, TFunction } from "i18next";
import { createContext, type ReactNode, use, useMemo } from "react";
import { useTranslation as useWatchedTranslation } from "react-i18next";
import type { Namespace } from "./namespaces.ts";

const TranslationContext = createContext<i18n | null>(null);

export interface TranslationProviderProps {
  readonly i18n: i18n;
  readonly children: ReactNode;
}

/** Stands once around everything that reads texts. */
export function TranslationProvider({ i18n, children }: TranslationProviderProps) {
  const watched = useWatchedTranslation("common", { i18n });
  return <TranslationContext value={watched.i18n}>{children}</TranslationContext>;
}

/**
 * `t` for texts of `namespaces`, whose first is meant where a key names none. As react-i18next's hook of the same name, for texts
 * that are there before what shows them is rendered.
 */
export function useTranslation<const Wanted extends Namespace | readonly Namespace[]>(
  namespaces: Wanted,
): { readonly t: TFunction<Wanted>; readonly i18n: i18n } {
  const i18n = use(TranslationContext);
  if (!i18n) throw new TypeError("No TranslationProvider stands around this component");
  const first = typeof namespaces === "string" ? namespaces : (namespaces[0] ?? null);
  // The same at each rendering, for effects that depend on it.
  const t = useMemo(() => i18n.getFixedT(i18n.language, first), [i18n, first]);
  return { t: t as unknown as TFunction<Wanted>, i18n };
}
