/** Errors that a call can get besides those declared by its route: those of the gateway. */
import type { Refusals } from "#worker/api/declare.ts";
import type { DeclaredOperation } from "./operations.ts";

/** Any call. */
const EVERYWHERE: Refusals = {
  400: ["bad_host", "bad_path", "too_many_parameters"],
  414: ["address_too_long"],
  429: ["throttled"],
  431: ["headers_too_large"],
  500: ["internal_error", "upstream_error"],
  502: ["upstream_unreachable", "upstream_invalid_answer", "upstream_error"],
  503: ["database_not_migrated", "storage_unavailable", "upstream_error"],
  504: ["upstream_timeout", "upstream_error"],
};

/** The gateway reads the body of every call that may have one, whether the call uses it or not. */
const WITH_BODY: Refusals = {
  400: ["parse_error"],
  408: ["request_timeout"],
  413: ["payload_too_large"],
  415: ["unsupported_media_type"],
};

/** Calls that write. */
const WRITES: Refusals = { 403: ["foreign_origin", "https_required"] };

/** By status, in order; each code once. */
export function refusalsOf(operation: DeclaredOperation): [number, readonly string[]][] {
  const byStatus = new Map<number, Set<string>>();
  const sources = [
    ...operation["x-refusals"],
    ...(operation.method === "get" ? [] : [WITH_BODY, WRITES]),
    EVERYWHERE,
  ];
  for (const source of sources) {
    for (const [status, codes] of Object.entries(source)) {
      const known = byStatus.get(Number(status)) ?? new Set();
      byStatus.set(Number(status), new Set([...known, ...codes]));
    }
  }
  return [...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]);
}
