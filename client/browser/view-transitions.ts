/** Page changes cross-fade where the browser can and the visitor does not mind motion. */
import type { DataRouter } from "react-router";

/** From now on, navigations by link or code are view transitions; going back then is one too. */
export function withViewTransitions(router: DataRouter): void {
  if (!("startViewTransition" in document)) return;
  const navigate: DataRouter["navigate"] = router.navigate.bind(router);
  const quiet = matchMedia("(prefers-reduced-motion: reduce)");
  function navigateInTransition(...args: [number] | Parameters<DataRouter["navigate"]>): Promise<void> {
    const [to, options] = args;
    if (typeof to === "number") return navigate(to);
    return navigate(to, { ...options, viewTransition: options?.viewTransition ?? !quiet.matches });
  }
  router.navigate = navigateInTransition;
}
