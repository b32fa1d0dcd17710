/** React renders what a router shows. How far a navigation has come, the loading bar says, which asks the router itself. */
import type { DataRouter } from "react-router";

/**
 * From now on, whoever subscribes to `router` hears nothing of a state that differs from the last one heard in the progress of
 * a navigation alone: for such a state React Router renders whatever watches it again, within the visitor's click.
 */
export function withoutProgress(router: Pick<DataRouter, "state" | "subscribe">): void {
  const subscribe = router.subscribe.bind(router);
  router.subscribe = (show) => {
    let shown = router.state;
    return subscribe((state, change) => {
      if (showsSame(shown, state)) return;
      shown = state;
      show(state, change);
    });
  };
}

function showsSame(shown: DataRouter["state"], next: DataRouter["state"]): boolean {
  const { navigation: _, revalidation: __, ...kept } = shown;
  return Object.entries(kept).every(([field, value]) => Reflect.get(next, field) === value);
}
