/** Whether `storage` holds any of `keys`. Storage that throws holds nothing. */
export function hasStored(storage: () => Pick<Storage, "getItem">, keys: readonly string[]): boolean {
  try {
    return keys.some((key) => storage().getItem(key) !== null);
  } catch {
    return false;
  }
}
