/** `npm run bundle`: the browser build and the worker as they would be deployed, for tests and benchmarks. */
import { runWrangler } from "./wrangler.ts";

/** Where the deployable worker lies; the browser's files are in `dist/client`. */
export const BUNDLE_FOLDER = ".cache/worker";

if (import.meta.main) await runWrangler("deploy", "--dry-run", "--outdir", BUNDLE_FOLDER);
