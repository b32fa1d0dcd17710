/** What every domain of the embedded API is given: bindings, secrets, clock and log. Randomness of secrets is the platform's `crypto`. */
import type { SignUp, StaffSignIn } from "#shared/contracts/session.ts";
import type { Log } from "#worker/http/logger.ts";
import type { Database } from "./database.ts";
import type { AnswerCache } from "./answer-cache.ts";
import type { LeastCopy } from "./least-copy.ts";
import type { Turns } from "./ledger/turns.ts";
import type { LogConfig } from "./log/log-config.ts";
import type { LogKeys } from "./log/signing-keys.ts";
import type { VapidKeys } from "./push/vapid.ts";
import type { PriceConfig } from "./signals/price-config.ts";
import type { SigningKeys } from "./session/signing-keys.ts";
import type { ReportSample } from "./vitals/report-sample.ts";

export interface ApiDependencies {
  /** Reads and writes the primary, save in a call that `database-sessions.ts` has given a session. */
  readonly db: Database;
  /** Further ones for refresh tokens: see `session/token-databases.ts`. */
  readonly sessionDbs: readonly Database[];
  readonly leastCopy: LeastCopy;
  /** Left out where the database is near, as on one's own machine: each answer is read for its call. */
  readonly answerCache?: AnswerCache;
  readonly signInLimiter: DurableObjectNamespace;
  readonly signalRoom: DurableObjectNamespace;
  readonly pushSenders: DurableObjectNamespace;
  readonly vapidKeys: VapidKeys;
  /** Tells live readers that the ledger has grown to `seq`. Returns at once and never throws. */
  readonly announce: (seq: number) => void;
  readonly signingKeys: SigningKeys;
  readonly logKeys: LogKeys;
  readonly logConfig: LogConfig;
  readonly priceConfig: PriceConfig;
  readonly signUp: SignUp;
  readonly environment: "production" | "staging";
  /** The site runs on somebody's own machine. */
  readonly isLocal: boolean;
  readonly staffSignIn: StaffSignIn;
  /** By which Turnstile's tokens are verified; null where sign-in asks for none. */
  readonly turnstileSecret: string | null;
  /** The operator's; null where the site goes by the host that a request names. */
  readonly origin: string | null;
  /** As configured; empty where the operator set none. */
  readonly passcodePepper: string;
  /** Keeps the measurements of visits; null where the database does. */
  readonly vitalsEngine: AnalyticsEngineDataset | null;
  /** As in `ReportSampleOptions`. */
  readonly vitalsOneIn: number | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** At least 0 and below 1; not for secrets. */
  readonly random: () => number;
  readonly log: Log;
  /** Of those who write to the ledger in this isolate. */
  readonly turns?: Turns;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Work that goes on after its request has been answered. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** Hands an upgrade to a live room in the region of the continent; answers what the last room asked says where none has a place. */
export type LetIn = (request: Request, continent: string | undefined) => Promise<Response>;

/** Context of the API's Hono apps. */
export interface ApiEnv {
  readonly Variables: {
    readonly requestId: string;
    readonly deps: ApiDependencies;
    readonly letIn: LetIn;
    readonly reportSample: ReportSample;
  };
}
