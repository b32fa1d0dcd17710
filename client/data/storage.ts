/** Access to browser storage. If storage is blocked, reads return nothing and writes are dropped: the site works without it. */

/** Called for every access, because in some browsers even reading the storage property throws. */
export type StorageAccess<Method extends keyof Storage = "getItem" | "setItem" | "removeItem"> = () => Pick<
  Storage,
  Method
>;

/** Null if nothing is stored. */
export function readStored(storage: StorageAccess<"getItem">, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the entry. False if storage is blocked. */
export function store(
  storage: StorageAccess<"setItem" | "removeItem">,
  key: string,
  value: string | null,
): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
