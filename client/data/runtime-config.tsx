/** Configuration that the server sends to the browser with each document: JSON in the HTML, never executed. */
import { createContext, type ReactNode, use } from "react";
import type { SignUp } from "#shared/contracts/session.ts";
import type { Language } from "#shared/site/languages.ts";
import { type SitePart, textForSite } from "#shared/site/site-parts.ts";

export interface RuntimeConfig {
  /**
   * Prefix of API addresses: empty for the page's own origin, which only the browser knows for certain when a proxy terminates
   * TLS; else an origin with an optional path.
   */
  readonly baseUrl: string;
  /** The site's public origin, with which canonical links start; no trailing slash. */
  readonly siteOrigin: string;
  readonly buildId: string;
  readonly language: Language;
  /** Interval between checks for a newer build. */
  readonly buildCheckIntervalMs: number;
  /** False where the operator has switched the service worker off. */
  readonly hasServiceWorker: boolean;
  /** True with an operator's own backend, which may lack some of the calls. */
  readonly hasOwnBackend: boolean;
  /** Parts of the site that such a backend lacks. */
  readonly absentParts: readonly SitePart[];
  /** The header's label of a site that is not the production site; absent in production. */
  readonly environmentMark?: string;
  /** Whether witnesses cosign the log. */
  readonly isWitnessed: boolean;
  /** Site key of Cloudflare Turnstile, whose token the sign-in requires; absent if it does not. */
  readonly turnstileSiteKey?: string;
  /** How visitors become members; `closed` with an operator's own backend, which creates its accounts itself. */
  readonly signUp: SignUp;
  /** Whether the operator collects error reports; absent if not. */
  readonly reportsErrors?: boolean;
  readonly brand: {
    readonly name: string;
    readonly operatorName: string;
    readonly operatorAddress: string;
    readonly contactEmail: string;
  };
}

const RuntimeConfigContext = createContext<RuntimeConfig | null>(null);

export function RuntimeConfigProvider({ config, children }: { config: RuntimeConfig; children: ReactNode }) {
  return <RuntimeConfigContext value={config}>{children}</RuntimeConfigContext>;
}

export function useAbsentParts(): readonly SitePart[] {
  return useRuntimeConfig().absentParts;
}

/** Returns a function that removes passages about parts that the site lacks. */
export function useSiteText(): (text: string) => string {
  const absent = useAbsentParts();
  return (text) => textForSite(text, absent);
}

export function useRuntimeConfig(): RuntimeConfig {
  const config = use(RuntimeConfigContext);
  if (!config) throw new Error("useRuntimeConfig needs a RuntimeConfigProvider above it");
  return config;
}
