/** Who sees the log, and under which name. */

export interface LogConfig {
  /** The log's name, as in `signals.example/log`; null where it goes by the host that a request names: then nobody is shown it. */
  readonly origin: string | null;
  readonly witnesses: readonly WitnessAddress[];
  /** Of an authority as RFC 3161 has them; null for none. */
  readonly timestampUrl: string | null;
}

export interface WitnessAddress {
  /** Submission prefix, without a trailing slash. */
  readonly url: string;
  readonly vkey: string;
}
