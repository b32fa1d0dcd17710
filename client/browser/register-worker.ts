/** Registers the service worker and looks for its updates (spec sections 4, 7 and 9). */
import { tellWorkerLanguage } from "#client/app/store-language.ts";
import { SERVICE_WORKER_CHECK_INTERVAL_MS } from "#shared/limits.ts";
import { BUILD_ID_QUESTION } from "#shared/service-worker.ts";
import { after } from "#client/ui/after.ts";
import { createRepeatedCheck } from "./repeated-check.ts";
import { workerScriptUrl } from "./trusted-script-url.ts";
import { createWorkerUpdate, type WorkerUpdateWorld } from "./worker-update.ts";

/** How long the worker may take to say its build. */
const ANSWER_TIMEOUT_MS = 3_000;

export type RegisterWorkerWorld = Omit<WorkerUpdateWorld, "workerBuildId">;

/** Does nothing where the browser has no service workers. A failed registration is left to the next visit. */
export async function registerWorker(world: RegisterWorkerWorld): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  const update = createWorkerUpdate(
    { ...world, workerBuildId: () => askBuildId(container) },
    container.controller !== null,
  );
  container.addEventListener("controllerchange", () => void update());
  await tellWorkerLanguage();
  const registration = await container.register(workerScriptUrl(), { scope: "/", updateViaCache: "none" });
  const repeated = createRepeatedCheck({
    after,
    intervalMs: SERVICE_WORKER_CHECK_INTERVAL_MS,
    isWanted: () => document.visibilityState === "visible" && navigator.onLine,
    check: async () => void (await registration.update()),
  });
  document.addEventListener("visibilitychange", repeated.update);
  window.addEventListener("online", repeated.update);
  window.addEventListener("offline", repeated.update);
  repeated.update();
}

/** Takes the site's workers away, where the operator has switched them off. */
export async function unregisterWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

function askBuildId({ controller }: ServiceWorkerContainer): Promise<string | null> {
  if (!controller) return Promise.resolve(null);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const cancel = after(ANSWER_TIMEOUT_MS, () => resolve(null));
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      cancel();
      resolve(typeof data === "string" ? data : null);
    });
    port1.start();
    controller.postMessage(BUILD_ID_QUESTION, [port2]);
  });
}
