/**
 * Stands for React's second, non-streaming renderer in the worker's bundle (worker/local/worker-build.ts): we stream every
 * page, `@hono/react-renderer` imports it all the same, and it weighs as much as the renderer we use.
 */
export function renderToString(): never {
  throw new TypeError("Every page of this site is streamed");
}

export const renderToStaticMarkup = renderToString;
