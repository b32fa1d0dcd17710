/** Which errors a call can meet beside its own: what follows from who may call, what is sent, and the way through the gateway. */
import type { Operation, ProblemCode, Refusals } from "./operation.ts";

/** Any call, at the gateway. */
const EVERYWHERE: Refusals = {
  400: ["bad_host", "bad_path", "too_many_parameters"],
  414: ["address_too_long"],
  429: ["throttled"],
  431: ["headers_too_large"],
  500: ["internal_error", "upstream_error"],
  502: ["upstream_unreachable", "upstream_invalid_answer", "upstream_error"],
  503: ["storage_unavailable", "upstream_error"],
  504: ["upstream_timeout", "upstream_error"],
};

const WITH_BODY: Refusals = {
  400: ["invalid", "parse_error"],
  408: ["request_timeout"],
  413: ["payload_too_large"],
  415: ["unsupported_media_type"],
};

/** What changes something, at the gateway. */
const WRITES: Refusals = { 403: ["foreign_origin", "https_required"] };

const WITH_QUERY: Refusals = { 400: ["invalid_query"] };

const FOR_MEMBERS: Refusals = {
  401: [
    "not_authenticated",
    "bad_authorization_header",
    "token_not_valid",
    "user_not_found",
    "user_inactive",
  ],
  503: ["sign_in_not_configured"],
};

const FOR_HOLDERS: Refusals = { 403: ["passcode_not_set"] };

const FOR_STAFF: Refusals = { 403: ["permission_denied"] };

/** By status, in order; each code once. */
export function refusalsOf(operation: Operation): [number, readonly ProblemCode[]][] {
  const { access, body, freeBody, method, query, refusals = {} } = operation;
  const sources = [
    refusals,
    ...(access === "everyone" ? [] : [FOR_MEMBERS]),
    ...(access === "holder" ? [FOR_HOLDERS] : []),
    ...(access === "staff" ? [FOR_STAFF] : []),
    ...(query ? [WITH_QUERY] : []),
    ...(body ? [WITH_BODY] : []),
    // The gateway reads the body of every call that may have one, whether the call makes use of it or not.
    ...(method !== "get" || freeBody ? [{ ...WITH_BODY, 400: ["parse_error"] } satisfies Refusals] : []),
    ...(method === "get" ? [] : [WRITES]),
    EVERYWHERE,
  ];
  const byStatus = new Map<number, Set<ProblemCode>>();
  for (const source of sources) {
    for (const [status, codes] of Object.entries(source)) {
      const known = byStatus.get(Number(status)) ?? new Set();
      byStatus.set(Number(status), new Set([...known, ...codes]));
    }
  }
  return [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]);
}
