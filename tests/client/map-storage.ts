/** A browser's storage that holds what is in a map. */
export function mapStorage(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

/** One that the browser's settings forbid: even reaching it throws. */
export function blockedStorage(): never {
  throw new DOMException("The operation is insecure.", "SecurityError");
}
