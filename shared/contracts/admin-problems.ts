/** Why calls of staff are refused: every `code` besides those of `SESSION_PROBLEM_CODES`. */
export const ADMIN_PROBLEM_CODES = [
  /** 404: no such signal, trader, account or key. */
  "not_found",
  /** 409: a trader has this handle already, retired or not. */
  "trader_exists",
  /** 409: the handle resembles another trader's handle or name, given in `resembles`. */
  "trader_handle_taken",
  /** 409: the name reads or looks like another trader's name or handle, given in `resembles`. */
  "trader_name_taken",
  /** 409: the trader has retired. */
  "trader_retired",
  /** 409: the signal has an outcome. */
  "already_settled",
  /** 409: only prices decide the signal: it cannot be settled or corrected by hand, nor voided from its entry on. */
  "prices_decide",
  /** 409: the outcome is not the one that the request names in `from`, or the new one is not worse: a recorded loss stands. */
  "not_correctable",
  /** 409: the signal has not expired yet. */
  "not_yet_expired",
  /** 409: the deadline has passed; the signal counts as lost. */
  "deadline_passed",
  /** 503: the server's clock is wrong, or there are too many writers at once; nothing was written. */
  "clock_wrong",
  "ledger_busy",
  /** 409: an account has this id already. */
  "account_exists",
  /** 409: staff cannot be without a passcode. */
  "staff_needs_passcode",
  /** 409: an account with a passcode, or a staff account, cannot sign in by its id alone. */
  "not_by_id_alone",
  /** 409: an invite is for an active member without a passcode. */
  "has_passcode",
  /** 409: if staff create every account, an invite must be for an existing one. */
  "sign_up_closed",
  /** 409: the last staff account that can sign in must stay. */
  "last_staff",
] as const;
export type AdminProblemCode = (typeof ADMIN_PROBLEM_CODES)[number];
