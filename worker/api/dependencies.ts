/**
 * What every domain of the embedded API gets: bindings, secrets, clock and log. Randomness for secrets comes from the
 * platform's `crypto`.
 */
import type { SignUp, StaffSignIn } from "#shared/contracts/session.ts";
import type { Log } from "#worker/http/logger.ts";
import type { Database } from "./database.ts";
import type { MinimumBookmark } from "./minimum-bookmark.ts";
import type { Turns } from "./ledger/turns.ts";
import type { LogConfig } from "./transparency-log/log-config.ts";
import type { LogKeys } from "./transparency-log/note-keys.ts";
import type { VapidKeys } from "./push/vapid.ts";
import type { PriceConfig } from "./signals/price-config.ts";
import type { SigningKeys } from "./session/token-keys.ts";
import type { ReportSample } from "./vitals/report-sample.ts";

/** Names what is owed by its row: a page of browsers, or a webhook. */
export type Delivery = { readonly push: number } | { readonly webhook: string };

export interface ApiDependencies {
  /** Reads and writes the primary, except in a call to which `database-sessions.ts` has given a session. */
  readonly db: Database;
  readonly minimumBookmark: MinimumBookmark;
  readonly signInLimiter: DurableObjectNamespace;
  readonly signalRoom: DurableObjectNamespace;
  readonly deliveries: Queue<Delivery>;
  readonly vapidKeys: VapidKeys;
  /** Tells live readers that the ledger has grown to `seq`. Returns at once and never throws. */
  readonly announce: (seq: number) => void;
  readonly signingKeys: SigningKeys;
  readonly logKeys: LogKeys;
  readonly logConfig: LogConfig;
  readonly priceConfig: PriceConfig;
  readonly signUp: SignUp;
  readonly environment: "production" | "staging";
  /** The site runs locally. */
  readonly isLocal: boolean;
  readonly staffSignIn: StaffSignIn;
  /** Verifies Turnstile's tokens; null if sign-in requires none. */
  readonly turnstileSecret: string | null;
  /** Set by the operator; null if the site uses the host of each request. */
  readonly origin: string | null;
  /** As configured; empty if the operator set none. */
  readonly passcodePepper: string;
  /** One report of a visit's speed in so many is stored. */
  readonly vitalsOneIn: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** At least 0 and below 1; not for secrets. */
  readonly random: () => number;
  readonly log: Log;
  /** Of the writers to the ledger in this isolate. */
  readonly turns?: Turns;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Work that continues after its request has been answered. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Context of the API's Hono apps. */
export interface ApiEnv {
  readonly Variables: {
    readonly requestId: string;
    readonly deps: ApiDependencies;
    readonly reportSample: ReportSample;
  };
}
