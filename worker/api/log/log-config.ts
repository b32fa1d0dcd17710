/** Who is shown the log, and the log's name. */

export interface LogConfig {
  /**
   * The log's name, as in `signals.example/log`; null if the site uses the host of each request: then the log is shown to
   * nobody.
   */
  readonly origin: string | null;
  readonly witnesses: readonly WitnessAddress[];
}

export interface WitnessAddress {
  /** Submission prefix, without a trailing slash. */
  readonly url: string;
  readonly vkey: string;
}
