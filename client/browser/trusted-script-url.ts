/** The one script address that the page's policy lets through (Trusted Types, policy `app`; design section 4). */
import { SERVICE_WORKER_PATH } from "#shared/service-worker.ts";

/** Trusted Types as far as it is used here; not in every browser, and not in TypeScript's DOM types. */
interface TrustedTypeFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** To be called once a document: a policy's name can be taken only once. */
export function workerScriptUrl(): string {
  const factory = trustedTypes();
  if (!factory) return SERVICE_WORKER_PATH;
  const policy = factory.createPolicy("app", {
    createScriptURL(url) {
      if (url !== SERVICE_WORKER_PATH) throw new TypeError(`Not a script of this site: ${url}`);
      return url;
    },
  });
  return policy.createScriptURL(SERVICE_WORKER_PATH);
}

/** Where the window has it, it is the platform's factory (W3C Trusted Types, section 2.3). */
function trustedTypes(): TrustedTypeFactory | null {
  // oxlint-disable-next-line compat/compat -- asked for first
  return "trustedTypes" in window ? (window.trustedTypes as TrustedTypeFactory) : null;
}
