import { describe, expect, it } from "vitest";
import {
  createTokenStore,
  type TokenStorage,
  type TokenStore,
} from "#client/features/session/token-store.ts";
import { blockedStorage, mapStorage } from "#tests/client/map-storage.ts";
import { brokenStorage } from "#tests/support/session-world.ts";

const NONE = { accessToken: null, refreshToken: null };
const PAIR = { access: "a1", refresh: "r1" };
const STORED = { accessToken: "a1", refreshToken: "r1" };
const NEW = { accessToken: "a2", refreshToken: "r2" };

function memoryStorage() {
  const stored = new Map<string, string>();
  return { stored, storage: mapStorage(stored) };
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
    stored.set("refreshToken", "r3");
    expect(store.read()).toEqual({ accessToken: "a2", refreshToken: "r3" });
    // An empty text is no token.
    stored.set("accessToken", "").set("refreshToken", "");
    expect(store.read()).toEqual(NONE);
  });

  it("writes the refresh token first and removes the access token first", () => {
    const order: string[] = [];
    const { store } = open({
      getItem: () => null,
      setItem: (key) => order.push(`set ${key}`),
      removeItem: (key) => order.push(`remove ${key}`),
    });
    store.write(PAIR);
    store.clear();
    const writes = ["set refreshToken", "set accessToken"];
    expect(order).toEqual([...writes, "remove accessToken", "remove refreshToken"]);
  });

  it("works in memory if storage is not accessible, and logs that once", () => {
    const { store, logged } = open(blockedStorage);
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

  it.each([
    ["a sign-out", (store: TokenStore) => store.clear(), NONE],
    ["new tokens", (store: TokenStore) => store.write({ access: "a2", refresh: "r2" }), NEW],
  ])("holds to %s although storage, not read before, keeps the old tokens", (_what, change, expected) => {
    const { storage } = memoryStorage();
    open(storage).store.write(PAIR);
    const { store } = open(brokenStorage(storage, ["setItem", "removeItem"]));
    change(store);
    expect(store.read()).toEqual(expected);
  });

  it("reads the stored tokens again once another tab has written them", () => {
    const { stored, storage } = memoryStorage();
    const { store } = open(brokenStorage(storage, ["setItem"]));
    store.write(PAIR);
    stored.set("refreshToken", "r3").set("accessToken", "a3");
    expect(store.read()).toEqual({ accessToken: "a3", refreshToken: "r3" });
  });
});
