/** Staff's error answers. */
import type { AdminProblemCode } from "#shared/contracts/admin-problems.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";

const REFUSALS: Readonly<Record<AdminProblemCode, { readonly status: number; readonly detail: string }>> = {
  not_found: { status: 404, detail: "Not found." },
  trader_exists: { status: 409, detail: "A trader has this handle already." },
  trader_handle_taken: { status: 409, detail: "The handle looks like another trader's handle or name." },
  trader_name_taken: { status: 409, detail: "The name reads or looks like another trader's name or handle." },
  trader_retired: { status: 409, detail: "The trader has retired." },
  already_settled: { status: 409, detail: "The signal is settled already." },
  prices_decide: { status: 409, detail: "Prices alone decide the signal." },
  not_correctable: {
    status: 409,
    detail:
      "The recorded outcome is not `from`, or `outcome` is no worse: a recorded loss cannot be improved.",
  },
  not_yet_expired: { status: 409, detail: "A signal is settled only after it has expired." },
  deadline_passed: { status: 409, detail: "The deadline has passed and has ended the signal." },
  clock_wrong: {
    status: 503,
    detail: "The clocks of server and ledger are more than a minute apart; nothing was written.",
  },
  ledger_busy: { status: 503, detail: "Too many writers at once; nothing was written." },
  account_exists: { status: 409, detail: "An account has this pocketoption_id already." },
  staff_needs_passcode: { status: 409, detail: "A staff account needs a passcode." },
  not_by_id_alone: {
    status: 409,
    detail: "Only a member's account without a passcode can sign in by the id alone.",
  },
  has_passcode: { status: 409, detail: "The account has a passcode, is switched off, or belongs to staff." },
  sign_up_closed: { status: 409, detail: "Only staff create accounts here (SIGN_UP=closed)." },
  last_staff: { status: 409, detail: "This is the last staff account that can sign in." },
};

export function refuseAdmin(
  code: AdminProblemCode,
  { resembles }: Partial<Pick<RecordError, "resembles">> = {},
): Response {
  const { status, detail } = REFUSALS[code];
  const problem = { detail, code, ...(resembles !== undefined && { resembles }) };
  return problemResponse(status, problem, status === 503 ? { "Retry-After": "1" } : {});
}

/**
 * The answer to a write that the record refused; rethrows any other error. `names: "trader"` says that the trader was named
 * by a field of the body, not by the address.
 */
export function refuseRecord(error: unknown, names: "address" | "trader" = "address"): Response {
  if (!(error instanceof RecordError)) throw error;
  switch (error.code) {
    case "trader_not_found":
      return names === "trader" ? invalid("trader", error) : refuseAdmin("not_found");
    case "signal_not_found":
      return refuseAdmin("not_found");
    case "already_expired":
    case "too_long":
      return invalid("expires_at", error);
    case "trader_handle_taken":
    case "trader_name_taken":
      return refuseAdmin(error.code, error);
    case "trader_exists":
    case "trader_retired":
    case "already_settled":
    case "prices_decide":
    case "not_correctable":
    case "not_yet_expired":
    case "deadline_passed":
    case "clock_wrong":
    case "ledger_busy":
      return refuseAdmin(error.code);
  }
}

function invalid(field: string, { message }: RecordError): Response {
  return invalidInputResponse({ [field]: [message] });
}
