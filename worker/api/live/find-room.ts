/** Finds a room for a reader. */
import type { ApiDependencies, FindRoom } from "#worker/api/dependencies.ts";
import { REQUEST_ID_HEADER } from "#worker/http/own-headers.ts";
import { regionOf, roomName, roomOf } from "./rooms.ts";
import { LIVE_ROOMS_TRIED, MAX_LIVE_ROOMS, PLACE_KEPT_MS } from "#shared/limits/live.ts";

type Dependencies = Pick<ApiDependencies, "signalRoom" | "now" | "log">;

/**
 * Remembers in which room a reader of a region last found a place in this isolate, so that not everyone asks the full rooms
 * first. A full room refers to the next one, that one twice as far, and so on, modulo `MAX_LIVE_ROOMS`, so that few requests
 * reach far.
 */
export function createFindRoom({ signalRoom, now, log }: Dependencies): FindRoom {
  const places = new Map<string, { readonly number: number; readonly untilMs: number }>();

  function firstNumber(region: string): number {
    const place = places.get(region);
    if (!place) return 0;
    return now() < place.untilMs ? place.number : Math.floor(Math.random() * (place.number + 1));
  }

  function remember(region: string, number: number): void {
    const place = places.get(region);
    if (place?.number === number && now() < place.untilMs) return;
    places.set(region, { number, untilMs: now() + PLACE_KEPT_MS });
  }

  return async (request, continent) => {
    const region = regionOf(continent);
    const first = firstNumber(region);
    for (let tried = 1; ; tried += 1) {
      const number = (first + 2 ** (tried - 1) - 1) % MAX_LIVE_ROOMS;
      try {
        const answer = await roomOf(signalRoom, roomName(region, number)).fetch(request);
        if (answer.webSocket) remember(region, number);
        if (answer.status !== 503) return answer;
        if (tried === LIVE_ROOMS_TRIED) {
          const requestId = request.headers.get(REQUEST_ID_HEADER) ?? "";
          log({ level: "warn", event: "live_rooms_full", requestId, region });
          return answer;
        }
      } catch (error) {
        if (tried === LIVE_ROOMS_TRIED || !isOverloaded(error)) throw error;
      }
    }
  };
}

/**
 * The object gets more requests than it can answer
 * (https://developers.cloudflare.com/durable-objects/best-practices/error-handling/).
 */
function isOverloaded(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "overloaded") === true;
}
