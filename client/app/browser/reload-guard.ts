/** Lets a path be reloaded at most once in 10 s, whatever other paths were reloaded meanwhile. */
import { RELOAD_KEY } from "#shared/storage-names.ts";
import { CHUNK_RELOAD_WINDOW_MS } from "#shared/limits/browser.ts";

export interface ReloadGuardWorld {
  /** The tab's own storage; may throw. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem">;
  readonly now: () => number;
}

/**
 * Takes the one reload of a path: true if it was free, and then it is taken. `address` may have a query, which makes no path
 * of its own. Where storage is blocked nothing could be remembered across the reload, so the answer is false: no reload is
 * better than an endless one.
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

/** Time of the last reload, in Unix milliseconds, by path. Anything else that was stored counts as none. */
function read(text: string | null): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    const entries: [string, unknown][] = Object.entries(Object(stored));
    return Object.fromEntries(entries.flatMap(([path, at]) => (typeof at === "number" ? [[path, at]] : [])));
  } catch {
    return {};
  }
}
