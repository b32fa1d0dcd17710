/** What a browser keeps of the site. Where it refuses storage, nothing was kept and nothing will be: the site does without. */

/** Called for every access: in some browsers merely reaching for storage throws. */
export type StorageAccess<Method extends keyof Storage = "getItem" | "setItem" | "removeItem"> = () => Pick<
  Storage,
  Method
>;

/** Null where nothing is kept. */
export function readStored(storage: StorageAccess<"getItem">, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Null keeps nothing. False where storage refuses. */
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
