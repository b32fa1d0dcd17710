/**
 * Everything the product keeps on a visitor's device. The cookie policy's table is made from this list, and a journey
 * compares it with what a browser really holds: whoever stores something new adds it here. All of it is strictly
 * necessary for what the visitor asked for, so there is no consent banner (ePrivacy Directive, article 5(3)).
 */
import { LANGUAGE_COOKIE } from "./languages.ts";
import { CHUNK_RELOAD_WINDOW_MS, LANGUAGE_COOKIE_MAX_AGE_SECONDS } from "./limits.ts";

type StorageKind = "cookie" | "localStorage" | "sessionStorage" | "cacheStorage";

/** Kept for a time, or until something happens; the words are keys of `lifetimes` in the cookie policy's texts. */
export type StorageLifetime =
  | { readonly seconds: number }
  | "untilSignOut"
  | "session"
  | "untilRemoved"
  | "untilReplaced";

export interface StorageEntry {
  /** Name as the browser shows it. */
  readonly name: string;
  readonly kind: StorageKind;
  /** Key of `purposes` in the cookie policy's texts. */
  readonly purpose: string;
  readonly lifetime: StorageLifetime;
}

export const STORAGE_REGISTRY = [
  {
    name: LANGUAGE_COOKIE,
    kind: "cookie",
    purpose: "language",
    lifetime: { seconds: LANGUAGE_COOKIE_MAX_AGE_SECONDS },
  },
  { name: "accessToken", kind: "localStorage", purpose: "accessToken", lifetime: "untilSignOut" },
  { name: "refreshToken", kind: "localStorage", purpose: "refreshToken", lifetime: "untilSignOut" },
  { name: "tidemark:hide-install", kind: "localStorage", purpose: "hideInstall", lifetime: "untilRemoved" },
  { name: "tidemark:ledger-head", kind: "localStorage", purpose: "ledgerHead", lifetime: "untilRemoved" },
  {
    name: "tidemark:reload",
    kind: "sessionStorage",
    purpose: "reload",
    lifetime: { seconds: CHUNK_RELOAD_WINDOW_MS / 1000 },
  },
  { name: "tidemark:form-state", kind: "sessionStorage", purpose: "formState", lifetime: "session" },
  { name: "tidemark:scroll", kind: "sessionStorage", purpose: "scroll", lifetime: "session" },
  { name: "tidemark-pages", kind: "cacheStorage", purpose: "pageCache", lifetime: "untilReplaced" },
  { name: "tidemark-assets", kind: "cacheStorage", purpose: "assetCache", lifetime: "untilReplaced" },
] as const satisfies readonly StorageEntry[];
