/** Why a write to the record was refused: a closed set, so that callers can map each to a status and a text. */

const RECORD_ERRORS = {
  trader_not_found: "no trader has this handle",
  trader_exists: "a trader has this handle already",
  trader_handle_taken: "the handle looks like another trader's handle or name",
  trader_name_taken: "the name reads or looks like another trader's name or handle",
  trader_retired: "the trader has retired and publishes no more",
  signal_not_found: "no signal has this id",
  already_expired: "expires_at must be later than the moment of publication",
  too_long: "expires_at must be within 366 days of publication",
  not_yet_expired: "a signal is settled only after it has expired",
  already_settled: "the signal is settled already",
  not_correctable: "the recorded outcome is another one, or the new one is no worse",
  deadline_passed: "the deadline has passed and has ended the signal",
  prices_decide: "prices alone decide the signal",
  clock_wrong: "the clocks of server and ledger are more than a minute apart; nothing was written",
  ledger_busy: "too many writers at once; nothing was written",
} as const;

export type RecordErrorCode = keyof typeof RECORD_ERRORS;

/** Nothing was written. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  readonly code: RecordErrorCode;
  /** The existing handle or name that the new one resembles. */
  readonly resembles: string | undefined;

  constructor(code: RecordErrorCode, { resembles }: Partial<Pick<RecordError, "resembles">> = {}) {
    super(RECORD_ERRORS[code]);
    this.code = code;
    this.resembles = resembles;
  }
}
