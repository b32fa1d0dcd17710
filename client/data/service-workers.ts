/** This site's service workers; undefined if the browser has none, or refuses them to this page, as in a private window. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
