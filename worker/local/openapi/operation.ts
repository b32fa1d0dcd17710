/** One call of the API in words and schemas; `document.ts` makes OpenAPI of them. */
import type * as v from "valibot";
import type { AdminProblemCode } from "#shared/contracts/admin.ts";
import type { AlertProblemCode } from "#shared/contracts/hooks.ts";
import type { ProfileProblemCode } from "#shared/contracts/profile.ts";
import type { SessionProblemCode } from "#shared/contracts/session.ts";

export const TAGS = {
  session: "Sign-in, refresh, sign-out and the current user. SimpleJWT's statuses and bodies.",
  profile: "What members do with their own account.",
  follows: "The traders a member follows, and their signals.",
  signals: "The record, for everyone: signals, newest first, as JSON, CSV and feeds.",
  traders: "Traders with their statistics, and the totals over all of them.",
  ledger: "The append-only, hash-chained ledger under everything else.",
  live: "News of signals as they happen.",
  record: "Staff write on the record. There is no edit and no delete.",
  accounts: "Staff look after accounts and read the audit log.",
  vitals: "How fast pages are for readers.",
  hooks: "Signals that arrive by machine, and the keys they come with.",
} as const;

export type Tag = keyof typeof TAGS;

/** What the gateway or the embedded API can answer to any call. */
type GeneralCode =
  | "address_too_long"
  | "bad_host"
  | "bad_path"
  | "foreign_origin"
  | "headers_too_large"
  | "https_required"
  | "internal_error"
  | "invalid_query"
  | "parse_error"
  | "payload_too_large"
  | "request_timeout"
  | "room_full"
  | "storage_unavailable"
  | "too_many_parameters"
  | "unsupported_media_type"
  | "upgrade_required"
  | "upstream_error"
  | "upstream_invalid_answer"
  | "upstream_timeout"
  | "upstream_unreachable";

export type ProblemCode =
  | GeneralCode
  | SessionProblemCode
  | ProfileProblemCode
  | AdminProblemCode
  | AlertProblemCode;

/** Codes by status. */
export type Refusals = Readonly<Record<number, readonly ProblemCode[]>>;

export interface Answer {
  readonly description: string;
  /** Absent where there is no body, or where `media` names what is no JSON of a contract. */
  readonly schema?: v.GenericSchema;
  /** Media types of a body that no contract describes. */
  readonly media?: readonly string[];
}

export interface Parameter {
  readonly description: string;
  /** Text where it is left out. */
  readonly schema?: v.GenericSchema;
}

export interface Operation {
  readonly id: string;
  readonly tag: Tag;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** Who may call; whoever else does is refused by 401 or 403. A holder is a member whose account has a passcode. */
  readonly access: "everyone" | "member" | "holder" | "staff";
  /** By name; every one in `path` has to be here. */
  readonly pathParameters?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  /** An object schema; a parameter that it does not have is refused, and passed over where people share the address. */
  readonly query?: v.GenericSchema;
  /** Sent as `application/json`. */
  readonly body?: v.GenericSchema;
  /** Media types of a body that no contract describes. */
  readonly freeBody?: readonly string[];
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Beside those that follow from `access`, `query` and `body`. */
  readonly refusals?: Refusals;
}
