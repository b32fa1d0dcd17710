/** What to do when another service worker has taken over the page. */
import type { TakeReload } from "./reload-guard.ts";

export interface WorkerUpdateWorld {
  /** Build of this tab. */
  readonly ownBuildId: string;
  /** Build of the worker in control now, null where it does not say. */
  readonly workerBuildId: () => Promise<string | null>;
  readonly hasUnsavedInput: () => boolean;
  readonly takeReload: TakeReload;
  readonly path: () => string;
  readonly reload: () => void;
  /** Tells that the server has another build: the next navigation loads a document, and a toast offers it now. */
  readonly sawBuild: (id: string) => void;
}

/**
 * The handler of `controllerchange`. An update reloads the page once (spec section 4), where the page is really of another
 * build, nothing typed would be lost and the last reload is 10 s old; otherwise the reload is left to the visitor. The
 * first worker of a visit, which has nothing to replace, changes nothing.
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
