/** Who is shown the log, and the log's name. */
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import type { LogKeys } from "./note-keys.ts";

export interface LogDependencies extends BaseDependencies {
  readonly logConfig: LogConfig;
  readonly logKeys: LogKeys;
}

export interface LogConfig {
  /**
   * The log's name, as in `signals.example/log`; null if the operator has set no `SITE_ORIGIN`: then the log is shown to no
   * witness, and has checkpoints on one's own machine only.
   */
  readonly origin: string | null;
  readonly witnesses: readonly WitnessAddress[];
}

export interface WitnessAddress {
  /** Submission prefix, without a trailing slash. */
  readonly url: string;
  readonly vkey: string;
}
