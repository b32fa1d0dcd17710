import { describe, expect, it } from "vitest";
import { createTokenStore, type TokenStorage } from "#client/features/session/token-store.ts";
import { brokenStorage } from "#tests/support/session-world.ts";

const NONE = { accessToken: null, refreshToken: null };
const PAIR = { access: "a1", refresh: "r1" };
const STORED = { accessToken: "a1", refreshToken: "r1" };

function memoryStorage(log: string[] = []) {
  const stored = new Map<string, string>();
  const storage: TokenStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void (log.push(`set ${key}`), stored.set(key, value)),
    removeItem: (key) => void (log.push(`remove ${key}`), stored.delete(key)),
  };
  return { stored, storage };
}

function open(storage: TokenStorage | (() => TokenStorage)) {
  const logged: string[] = [];
  const store = createTokenStore({
    storage: typeof storage === "function" ? storage : () => storage,
    log: (message) => logged.push(message),
  });
  return { store, logged };
}

describe("token store", () => {
  it("keeps both tokens under the keys accessToken and refreshToken", () => {
    const { stored, storage } = memoryStorage();
    open(storage).store.write(PAIR);
    expect(Object.fromEntries(stored)).toEqual({ accessToken: "a1", refreshToken: "r1" });
    expect(open(storage).store.read()).toEqual(STORED);
  });

  it("reads from storage each time", () => {
    const { stored, storage } = memoryStorage();
    const { store } = open(storage);
    store.write(PAIR);
    stored.set("accessToken", "a2").set("refreshToken", "r2");
    expect(store.read()).toEqual({ accessToken: "a2", refreshToken: "r2" });
    // An empty text is no token.
    stored.set("accessToken", "").set("refreshToken", "");
    expect(store.read()).toEqual(NONE);
  });

  it("writes the refresh token first and removes the access token first", () => {
    const order: string[] = [];
    const { store } = open(memoryStorage(order).storage);
    store.write(PAIR);
    store.clear();
    expect(order).toEqual([
      "set refreshToken",
      "set accessToken",
      "remove accessToken",
      "remove refreshToken",
    ]);
  });

  it("works in memory if storage is not accessible, and logs that once", () => {
    const { store, logged } = open(() => {
      throw new DOMException("The operation is insecure", "SecurityError");
    });
    expect(store.read()).toEqual(NONE);
    store.write(PAIR);
    expect(store.read()).toEqual(STORED);
    store.clear();
    expect(store.read()).toEqual(NONE);
    expect(logged).toHaveLength(1);
  });

  it.each([
    ["stay", ["setItem", "removeItem"], 2],
    ["are removed, for other tabs too", ["setItem"], 0],
  ] as const)("returns new tokens that could not be saved, while the old ones %s", (_old, broken, left) => {
    const { stored, storage } = memoryStorage();
    open(storage).store.write(PAIR);
    const { store } = open(brokenStorage(storage, broken));
    expect(store.read()).toEqual(STORED);
    store.write({ access: "a2", refresh: "r2" });
    expect(store.read()).toEqual({ accessToken: "a2", refreshToken: "r2" });
    expect(stored.size).toBe(left);
    store.clear();
    expect(store.read()).toEqual(NONE);
  });

  it("reads the stored tokens again once another tab has written them", () => {
    const { stored, storage } = memoryStorage();
    const { store } = open(brokenStorage(storage, ["setItem"]));
    store.write(PAIR);
    stored.set("refreshToken", "r3").set("accessToken", "a3");
    expect(store.read()).toEqual({ accessToken: "a3", refreshToken: "r3" });
  });
});
