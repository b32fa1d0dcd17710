/**
 * The pages' HTTP client in the worker's bundle (worker/local/worker-build.ts). Nothing asks for anything while a server renders:
 * the page's data is there before.
 */

/** Its calls throw. */
export function createBrowserHttp() {
  return { get: neverOnTheServer, methods: neverOnTheServer, send: neverOnTheServer };
}

function neverOnTheServer(): never {
  throw new TypeError("The server renders what it has and asks for nothing");
}
