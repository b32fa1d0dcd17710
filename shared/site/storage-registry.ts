/**
 * Everything that the product stores on a visitor's device, by the names used in the code. The cookie policy's table is generated from
 * this list, and a browser test compares it with what a browser really stores: every new entry must be added here. All entries are
 * strictly necessary for what the visitor requested, so there is no consent banner (ePrivacy Directive, article 5(3)).
 */
import { LANGUAGE_COOKIE } from "./languages.ts";
import { ASSET_CACHE, LANGUAGE_CACHE, PAGE_CACHE } from "./service-worker-messages.ts";
import type { SitePart } from "./site-parts.ts";
import {
  ACCESS_TOKEN_KEY,
  COMPARED_KEY,
  DEVICE_TOKEN_KEY,
  FORM_STATE_KEY,
  HIDE_INSTALL_KEY,
  INTERRUPTED_FORM_KEY,
  LAST_VISIT_KEY,
  LEDGER_HEAD_KEY,
  LOG_CHECKPOINT_KEY,
  PASSCODE_NOTICE_KEY,
  PUSH_OFFER_KEY,
  QUEUE_KEYS_KEY,
  RECORD_CACHE,
  REFRESH_TOKEN_KEY,
  RELOAD_KEY,
  SCROLL_KEY,
  STAGED_KEY,
  THEME_KEY,
  MEMBER_NAME_KEY,
  TIME_ZONE_KEY,
} from "./storage-names.ts";
import { CHUNK_RELOAD_WINDOW_MS, LANGUAGE_COOKIE_MAX_AGE_SECONDS } from "#shared/limits/browser.ts";

type StorageKind = "cookie" | "localStorage" | "sessionStorage" | "cacheStorage";

/** Stored for a time, or until an event; the words are keys of `lifetimes` in the cookie policy's texts. */
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
  /** Stored only on a site that has this part. */
  readonly part?: SitePart;
}

export const STORAGE_REGISTRY = [
  {
    name: LANGUAGE_COOKIE,
    kind: "cookie",
    purpose: "language",
    lifetime: { seconds: LANGUAGE_COOKIE_MAX_AGE_SECONDS },
  },
  { name: ACCESS_TOKEN_KEY, kind: "localStorage", purpose: "accessToken", lifetime: "untilSignOut" },
  { name: REFRESH_TOKEN_KEY, kind: "localStorage", purpose: "refreshToken", lifetime: "untilSignOut" },
  { name: MEMBER_NAME_KEY, kind: "localStorage", purpose: "memberName", lifetime: "untilSignOut" },
  { name: TIME_ZONE_KEY, kind: "localStorage", purpose: "timeZone", lifetime: "untilSignOut" },
  { name: THEME_KEY, kind: "localStorage", purpose: "theme", lifetime: "untilRemoved" },
  { name: DEVICE_TOKEN_KEY, kind: "localStorage", purpose: "deviceToken", lifetime: "untilRemoved" },
  {
    name: PASSCODE_NOTICE_KEY,
    kind: "localStorage",
    purpose: "passcodeNotice",
    lifetime: "untilRemoved",
    part: "passcode",
  },
  { name: HIDE_INSTALL_KEY, kind: "localStorage", purpose: "hideInstall", lifetime: "untilRemoved" },
  {
    name: PUSH_OFFER_KEY,
    kind: "localStorage",
    purpose: "pushOffer",
    lifetime: "untilRemoved",
    part: "notifications",
  },
  {
    name: LAST_VISIT_KEY,
    kind: "localStorage",
    purpose: "lastVisit",
    lifetime: "untilRemoved",
    part: "follows",
  },
  {
    name: LEDGER_HEAD_KEY,
    kind: "localStorage",
    purpose: "ledgerHead",
    lifetime: "untilRemoved",
    part: "ledger",
  },
  {
    name: LOG_CHECKPOINT_KEY,
    kind: "localStorage",
    purpose: "logCheckpoint",
    lifetime: "untilRemoved",
    part: "log",
  },
  { name: STAGED_KEY, kind: "localStorage", purpose: "staged", lifetime: "untilRemoved" },
  { name: QUEUE_KEYS_KEY, kind: "localStorage", purpose: "queueKeys", lifetime: "untilRemoved" },
  {
    name: RELOAD_KEY,
    kind: "sessionStorage",
    purpose: "reload",
    lifetime: { seconds: CHUNK_RELOAD_WINDOW_MS / 1000 },
  },
  { name: FORM_STATE_KEY, kind: "sessionStorage", purpose: "formState", lifetime: "session" },
  { name: INTERRUPTED_FORM_KEY, kind: "sessionStorage", purpose: "interruptedForm", lifetime: "session" },
  { name: SCROLL_KEY, kind: "sessionStorage", purpose: "scroll", lifetime: "session" },
  { name: COMPARED_KEY, kind: "sessionStorage", purpose: "compared", lifetime: "session", part: "traders" },
  { name: PAGE_CACHE, kind: "cacheStorage", purpose: "pageCache", lifetime: "untilReplaced" },
  { name: ASSET_CACHE, kind: "cacheStorage", purpose: "assetCache", lifetime: "untilReplaced" },
  {
    name: RECORD_CACHE,
    kind: "cacheStorage",
    purpose: "recordCache",
    lifetime: "untilReplaced",
    part: "ledger",
  },
  { name: LANGUAGE_CACHE, kind: "cacheStorage", purpose: "languageCache", lifetime: "untilRemoved" },
] as const satisfies readonly StorageEntry[];
