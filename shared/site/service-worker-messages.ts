/** Names and messages shared by page and service worker. */

/** Address of the worker's script; the only one the page's policy lets it register. */
export const SERVICE_WORKER_PATH = "/sw.js";

/** Asks the worker for the id of its build; it answers with the id on the message's port. */
export const BUILD_ID_QUESTION = "build-id";

/** Asks the worker to fetch and cache a page that was shown without loading its document: path and query. */
export interface KeepPage {
  readonly keepPage: string;
}

/** The worker's caches; all are in the storage registry. */
export const PAGE_CACHE = "tidemark-pages";
export const ASSET_CACHE = "tidemark-assets";

/** Where pages write the chosen language, under `LANGUAGE_CHOICE_PATH`, for the worker, which cannot read cookies. */
export const LANGUAGE_CACHE = "tidemark-language";

/** Id of the notice that the worker inserts above the content of an offline copy. */
export const OFFLINE_NOTICE_ID = "offline-notice";
