/** What the server tells the browser once a document: carried as JSON in the HTML, never executed. */
import { createContext, useContext, type ReactNode } from "react";
import type { SignUp } from "#shared/contracts/session.ts";
import type { Language } from "#shared/languages.ts";
import type { SitePart } from "#shared/site-parts.ts";

export interface RuntimeConfig {
  /**
   * What API calls start with: empty for the page's own origin, which the browser knows best, since a proxy that ends TLS may stand
   * before the server; else an origin and optional path.
   */
  readonly baseUrl: string;
  /** Origin that the site is to be found at, which its canonical links start with; no trailing slash. */
  readonly siteOrigin: string;
  readonly buildId: string;
  readonly language: Language;
  /** How often to ask for a newer build. */
  readonly buildCheckIntervalMs: number;
  /** False where the operator has switched the service worker off. */
  readonly hasServiceWorker: boolean;
  /** True before an operator's own backend, which may lack some of the calls. */
  readonly hasOwnBackend: boolean;
  /** Parts that such a backend is without; left out before the embedded API. */
  readonly absentParts?: readonly SitePart[];
  /** What the header says of a site that is not the real one; left out in production. */
  readonly environmentMark?: string;
  /** Somebody outside is asked to sign the log or to time-stamp it. */
  readonly isWitnessed: boolean;
  /** Sign-in asks for a token of Cloudflare Turnstile's widget with this key; left out where not. */
  readonly turnstileSiteKey?: string;
  /** How one becomes a member; `closed` before an operator's own backend, which makes its accounts itself. */
  readonly signUp: SignUp;
  /** The operator wants to hear of errors; left out where not. */
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

const NONE: readonly SitePart[] = [];

export function useAbsentParts(): readonly SitePart[] {
  return useRuntimeConfig().absentParts ?? NONE;
}

export function useRuntimeConfig(): RuntimeConfig {
  const config = useContext(RuntimeConfigContext);
  if (!config) throw new Error("useRuntimeConfig needs a RuntimeConfigProvider above it");
  return config;
}
