/** What page and service worker agree on. */

/** Address of the worker's script; the only one the page's policy lets it register. */
export const SERVICE_WORKER_PATH = "/sw.js";

/** Asks the worker for the id of its build; it answers with the id on the message's port. */
export const BUILD_ID_QUESTION = "build-id";

/** Asks the worker to fetch and keep a page that was read without its document: path and query. */
export interface KeepPage {
  readonly keepPage: string;
}

/** The worker's caches; all are in the storage registry. */
export const PAGE_CACHE = "tidemark-pages";
export const ASSET_CACHE = "tidemark-assets";

/** Where pages write the chosen language, under `LANGUAGE_CHOICE_PATH`, for the worker, which sees no cookie. */
export const LANGUAGE_CACHE = "tidemark-language";

/** What the worker puts above the content of a copy that it shows offline. */
export const KEPT_NOTICE_ID = "kept-notice";
