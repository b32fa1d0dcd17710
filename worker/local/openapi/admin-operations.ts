/** `/api/admin/`: what staff do. Ingest keys are with the hooks. */
import {
  AccountChanges,
  AdminAccount,
  AdminAccountPage,
  AdminAccountQuery,
  AuditExportQuery,
  AuditPage,
  AuditQuery,
  CorrectRequest,
  NewAccount,
  SettleRequest,
  VoidRequest,
} from "#shared/contracts/admin.ts";
import { EndedSessions } from "#shared/contracts/profile.ts";
import { PASSCODE_PROBLEM_CODES } from "#shared/contracts/session.ts";
import { NewSignal, Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { NewTrader, TraderDetail } from "#shared/contracts/traders.ts";
import type { Operation } from "./operation.ts";

const account = { id: { description: "The account." } };
const signal = { id: { description: "The signal." } };

const STAFF_RECORD_OPERATIONS: readonly Operation[] = [
  {
    id: "publishSignal",
    tag: "record",
    method: "post",
    path: "/api/admin/signals/",
    summary: "Publish a signal",
    description: "The server's clock says when; a signal published after its entry time is late for good.",
    access: "staff",
    headers: {
      "Idempotency-Key": {
        description: "Names the signal, in at most 200 characters: a repeat is answered 200.",
      },
    },
    body: NewSignal,
    answers: {
      200: { description: "Published before, with the same `Idempotency-Key`.", schema: Signal },
      201: { description: "The signal is on the record.", schema: Signal },
    },
    refusals: { 409: ["trader_retired"], 503: ["ledger_busy"] },
  },
  {
    id: "settleSignal",
    tag: "record",
    method: "post",
    path: "/api/admin/signals/{id}/settle/",
    summary: "Settle a signal that has expired",
    access: "staff",
    pathParameters: signal,
    body: SettleRequest,
    answers: {
      200: { description: "The outcome counts; it can only be corrected downwards.", schema: SignalDetail },
    },
    refusals: {
      404: ["not_found"],
      409: ["already_settled", "not_yet_expired", "deadline_passed"],
      503: ["ledger_busy"],
    },
  },
  {
    id: "voidSignal",
    tag: "record",
    method: "post",
    path: "/api/admin/signals/{id}/void/",
    summary: "Withdraw an open signal, with a reason for everyone",
    access: "staff",
    pathParameters: signal,
    body: VoidRequest,
    answers: { 200: { description: "The signal is void, and counted as such.", schema: SignalDetail } },
    refusals: { 404: ["not_found"], 409: ["already_settled", "deadline_passed"], 503: ["ledger_busy"] },
  },
  {
    id: "correctSignal",
    tag: "record",
    method: "post",
    path: "/api/admin/signals/{id}/correct/",
    summary: "Correct a settlement downwards, with a reason for everyone",
    description:
      "Won can become draw or lost, draw can become lost. The correction is a ledger entry of its own and the settlement stays beside it.",
    access: "staff",
    pathParameters: signal,
    body: CorrectRequest,
    answers: { 200: { description: "The corrected outcome counts.", schema: SignalDetail } },
    refusals: { 404: ["not_found"], 409: ["not_correctable"], 503: ["ledger_busy"] },
  },
  {
    id: "addTrader",
    tag: "record",
    method: "post",
    path: "/api/admin/traders/",
    summary: "Add a trader",
    access: "staff",
    body: NewTrader,
    answers: { 201: { description: "The trader can publish.", schema: TraderDetail } },
    refusals: { 409: ["trader_exists", "trader_name_taken"], 503: ["ledger_busy"] },
  },
  {
    id: "retireTrader",
    tag: "record",
    method: "post",
    path: "/api/admin/traders/{handle}/retire/",
    summary: "Retire a trader, who stays listed",
    access: "staff",
    pathParameters: { handle: { description: "The trader." } },
    answers: { 200: { description: "The trader publishes no more.", schema: TraderDetail } },
    refusals: { 404: ["not_found"], 409: ["trader_retired"], 503: ["ledger_busy"] },
  },
];

const ACCOUNT_OPERATIONS: readonly Operation[] = [
  {
    id: "searchAccounts",
    tag: "accounts",
    method: "get",
    path: "/api/admin/accounts/",
    summary: "Accounts by the beginning of an id or a name",
    access: "staff",
    query: AdminAccountQuery,
    answers: { 200: { description: "A page.", schema: AdminAccountPage } },
  },
  {
    id: "createAccount",
    tag: "accounts",
    method: "post",
    path: "/api/admin/accounts/",
    summary: "Create an account",
    access: "staff",
    body: NewAccount,
    answers: { 201: { description: "The account can sign in.", schema: AdminAccount } },
    refusals: { 400: PASSCODE_PROBLEM_CODES, 409: ["account_exists", "staff_needs_passcode"] },
  },
  {
    id: "changeAccount",
    tag: "accounts",
    method: "patch",
    path: "/api/admin/accounts/{id}/",
    summary: "Change role, passcode or whether an account can sign in",
    access: "staff",
    pathParameters: account,
    body: AccountChanges,
    answers: { 200: { description: "The account as it now is.", schema: AdminAccount } },
    refusals: {
      400: PASSCODE_PROBLEM_CODES,
      404: ["not_found"],
      409: ["staff_needs_passcode", "last_staff"],
    },
  },
  {
    id: "endSessionsOfAccount",
    tag: "accounts",
    method: "post",
    path: "/api/admin/accounts/{id}/end-sessions/",
    summary: "Sign an account out everywhere",
    access: "staff",
    pathParameters: account,
    answers: { 200: { description: "How many sessions have ended.", schema: EndedSessions } },
    refusals: { 404: ["not_found"] },
  },
  {
    id: "listAudit",
    tag: "accounts",
    method: "get",
    path: "/api/admin/audit/",
    summary: "What staff did, newest first",
    access: "staff",
    query: AuditQuery,
    answers: { 200: { description: "A page.", schema: AuditPage } },
  },
  {
    id: "exportAudit",
    tag: "accounts",
    method: "get",
    path: "/api/admin/audit/export.csv",
    summary: "The audit log under a filter, as CSV with a header line",
    access: "staff",
    query: AuditExportQuery,
    answers: { 200: { description: "A download, streamed.", media: ["text/csv"] } },
  },
];

export const ADMIN_OPERATIONS: readonly Operation[] = [...STAFF_RECORD_OPERATIONS, ...ACCOUNT_OPERATIONS];
