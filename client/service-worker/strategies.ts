/**
 * Caching strategies with a timeout. Serwist's strategies of these names wait for cache storage for ever and fail if it rejects:
 * then no script would load until the user clears the site's data.
 */
import { Strategy, type StrategyHandler } from "serwist";
import { inTime } from "#client/data/in-time.ts";
import { CACHE_ANSWER_MS } from "#shared/limits/browser.ts";
import { cacheAnswer } from "./cache-answer.ts";

/** From the cache, and otherwise from the network. */
export class CacheFirst extends Strategy {
  protected async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    return (await kept(request, handler)) ?? fetchAndKeep(request, handler);
  }
}

/** From the network, and if that fails from the cache. */
export class NetworkFirst extends Strategy {
  protected async _handle(request: Request, handler: StrategyHandler): Promise<Response | undefined> {
    return fetchAndKeep(request, handler).catch(() => kept(request, handler));
  }
}

function kept(request: Request, handler: StrategyHandler): Promise<Response | undefined> {
  return cacheAnswer(handler.cacheMatch(request));
}

async function fetchAndKeep(request: Request, handler: StrategyHandler): Promise<Response> {
  const response = await handler.fetch(request);
  // Firefox answers a navigation preload that has failed, where others reject it.
  if (response.type === "error") throw new TypeError("The navigation preload has failed");
  void handler.waitUntil(inTime(handler.cachePut(request, response.clone()), CACHE_ANSWER_MS));
  return response;
}
