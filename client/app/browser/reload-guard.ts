/** Allows one reload of a path in 10 s, independently of other paths. */
import { RELOAD_KEY } from "#shared/site/storage-names.ts";
import { CHUNK_RELOAD_WINDOW_MS } from "#shared/limits/browser.ts";

export interface ReloadGuardWorld {
  /** The tab's own storage; may throw. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem">;
  readonly now: () => number;
}

/**
 * Claims the reload of a path: true if the claim succeeds. `address` may have a query, which is ignored. If storage is blocked
 * the answer is false: without a memory that outlasts the reload, the page could reload for ever.
 */
export type TakeReload = (address: string) => boolean;

export function createReloadGuard({ storage, now }: ReloadGuardWorld): TakeReload {
  return (address) => {
    const [path = ""] = address.split("?");
    const time = now();
    try {
      const known = Object.entries(read(storage().getItem(RELOAD_KEY)));
      const recent = Object.fromEntries(
        known.filter(([, at]) => at <= time && time - at < CHUNK_RELOAD_WINDOW_MS),
      );
      if (path in recent) return false;
      storage().setItem(RELOAD_KEY, JSON.stringify({ ...recent, [path]: time }));
      return true;
    } catch {
      return false;
    }
  };
}

/** Time of the last reload, in Unix milliseconds, by path. Any other stored value counts as none. */
function read(text: string | null): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    const entries: [string, unknown][] = Object.entries(Object(stored));
    return Object.fromEntries(entries.flatMap(([path, at]) => (typeof at === "number" ? [[path, at]] : [])));
  } catch {
    return {};
  }
}
