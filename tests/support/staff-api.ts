/** Staff of a running site, who prepare its record by the API. */
import { expect } from "vitest";
import type { Signal } from "#shared/contracts/signals.ts";
import { callApi, signalSentBy, signInByApi } from "./api-client.ts";
import { STAFF_ID, STAFF_PASSCODE } from "./site.ts";

export interface StaffApi {
  /** The answer to a call below `/api/admin/`. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** Handle and name of each. */
  readonly addTraders: (names: Readonly<Record<string, string>>) => Promise<void>;
  /** By north-light, with an entry and an expiry in so many seconds, unless the changes say otherwise. */
  readonly publish: (
    changes?: Readonly<Record<string, unknown>>,
    entry?: number,
    expiry?: number,
  ) => Promise<Signal>;
}

export async function staffOf(url: string): Promise<StaffApi> {
  const token = await signInByApi(url, STAFF_ID, STAFF_PASSCODE);
  const ask: StaffApi["ask"] = (method, path, body) =>
    callApi(url, token, method, `/api/admin/${path}`, body);
  return {
    ask,
    async addTraders(names) {
      for (const [handle, name] of Object.entries(names))
        expect((await ask("POST", "traders/", { handle, name })).status).toBe(201);
    },
    async publish(changes, entry = 3_600, expiry = entry + 3_600) {
      const times = { entryInMs: entry * 1_000, lifeMs: (expiry - entry) * 1_000 };
      const answer = await ask("POST", "signals/", { ...signalSentBy("north-light", times), ...changes });
      expect(answer.status).toBe(201);
      return answer.json();
    },
  };
}
