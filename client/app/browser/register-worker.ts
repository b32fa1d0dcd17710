/** Registers the service worker and checks for its updates. */
import { inTime } from "#client/data/in-time.ts";
import { serviceWorkers } from "#client/data/service-workers.ts";
import { tellWorkerLanguage } from "#client/i18n/language-choice.ts";
import { BUILD_ID_QUESTION, SERVICE_WORKER_PATH } from "#shared/site/service-worker-messages.ts";
import type { TakeReload } from "./reload-guard.ts";
import { repeatInVisibleTab } from "./repeated-check.ts";
import {
  CACHE_ANSWER_MS,
  SERVICE_WORKER_ANSWER_MS,
  SERVICE_WORKER_CHECK_INTERVAL_MS,
} from "#shared/limits/browser.ts";

export type RegisterWorkerWorld = Omit<WorkerUpdateWorld, "workerBuildId">;

/** Does nothing without service workers. A failed registration is retried on the next visit. */
export async function registerWorker(world: RegisterWorkerWorld): Promise<void> {
  const container = serviceWorkers();
  if (!container) return;
  const update = createWorkerUpdate(
    { ...world, workerBuildId: () => askBuildId(container) },
    container.controller !== null,
  );
  container.addEventListener("controllerchange", () => void update());
  await inTime(tellWorkerLanguage(), CACHE_ANSWER_MS);
  const registration = await container.register(workerScriptUrl(), { scope: "/", updateViaCache: "none" });
  repeatInVisibleTab(SERVICE_WORKER_CHECK_INTERVAL_MS, async () => void (await registration.update()));
}

/** Unregisters the site's workers, for when the operator has switched them off. */
export async function unregisterWorkers(): Promise<void> {
  const registrations = (await serviceWorkers()?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

async function askBuildId({ controller }: ServiceWorkerContainer): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.addEventListener("message", ({ data }) => resolve(data), { once: true });
  });
  port1.start();
  controller?.postMessage(BUILD_ID_QUESTION, [port2]);
  const id = await inTime(answer, SERVICE_WORKER_ANSWER_MS);
  return typeof id === "string" ? id : null;
}

export interface WorkerUpdateWorld {
  /** Build of this tab. */
  readonly ownBuildId: string;
  /** Build of the controlling worker, null if it does not answer. */
  readonly workerBuildId: () => Promise<string | null>;
  readonly hasUnsavedInput: () => boolean;
  readonly takeReload: TakeReload;
  readonly path: () => string;
  readonly reload: () => void;
  /** Reports that the server has another build: the next navigation loads a document, and a toast offers a reload now. */
  readonly sawBuild: (id: string) => void;
}

/**
 * The handler of `controllerchange`. On an update it reloads the page once, if the page belongs to another build, nothing typed
 * would be lost and the last reload was at least 10 s ago; otherwise it leaves the reload to the visitor. Ignores the first
 * worker of a visit, which replaces none.
 */
export function createWorkerUpdate(world: WorkerUpdateWorld, wasControlled: boolean): () => Promise<void> {
  let isControlled = wasControlled;
  let hasReloaded = false;
  return async function controllerChanged() {
    const isUpdate = isControlled;
    isControlled = true;
    if (!isUpdate || hasReloaded) return;
    const id = await world.workerBuildId();
    if (id === null || id === world.ownBuildId || hasReloaded) return;
    if (!world.hasUnsavedInput() && world.takeReload(world.path())) {
      hasReloaded = true;
      world.reload();
    } else {
      world.sawBuild(id);
    }
  };
}

/** The part of Trusted Types that is used here; not in every browser, and not in TypeScript's DOM types. */
interface TrustedTypeFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * The only script address that the page's policy lets through (Trusted Types, policy `app`). Must be called once a document,
 * because a policy name can be created only once.
 */
function workerScriptUrl(): string {
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

/** If the window has it, it is the platform's factory (W3C Trusted Types, section 2.3). */
function trustedTypes(): TrustedTypeFactory | null {
  return "trustedTypes" in window ? (window.trustedTypes as TrustedTypeFactory) : null;
}
