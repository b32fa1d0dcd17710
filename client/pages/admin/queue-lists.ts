/** Lists of signals that staff act on; with a backend that has only the public list, they fall back to that. */
import type * as v from "valibot";
import { HttpError } from "#client/data/http-error.ts";
import { useApi } from "#client/data/use-api.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { CorrectableSignalsPage, OpenSignalsPage } from "#shared/contracts/staff-signals.ts";
import { useListKey } from "./admin-query.ts";
import { QUEUE_REFRESH_MS } from "#shared/limits/lists.ts";

export const openPath = "/api/admin/signals/open/";

export const QUEUE_FILTERS = ["trader", "asset", "decided_by"] as const;

/** `isWhole`: the backend separates due signals, sorts by deadline and counts. */
export function useOpenSignals() {
  const names = ["limit", ...QUEUE_FILTERS];
  return useStaffList(OpenSignalsPage, {
    key: useListKey(openPath, ["state", ...names]),
    plainKey: useListKey("/api/signals/", ["trader", "asset", "limit"], { outcome: "open" }),
  });
}

export function useCorrectableSignals(outcome: string, names: readonly string[]) {
  return useStaffList(CorrectableSignalsPage, {
    key: useListKey("/api/admin/signals/correctable/", names, { outcome }),
    plainKey: useListKey("/api/signals/", names, { outcome }),
  });
}

interface ListKeys {
  readonly key: string;
  /** Key of the public list, for a backend without the staff list. */
  readonly plainKey: string;
}

function useStaffList<Page extends v.GenericSchema<unknown, SignalPage>>(
  schema: Page,
  { key, plainKey }: ListKeys,
) {
  const staff = useApi(key, schema, { refreshInterval: (page) => (page ? QUEUE_REFRESH_MS : 0) });
  const isWhole = !lacksPath(staff.error);
  const plain = useApi(isWhole ? null : plainKey, SignalPage);
  return isWhole ? { answer: staff, page: staff.data, isWhole } : { answer: plain, page: undefined, isWhole };
}

function lacksPath(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 404 || error.status === 405);
}
