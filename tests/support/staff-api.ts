/** Staff of a running site, who prepare its record by the API. */
import { expect } from "vitest";
import { callApi, signInByApi } from "./api-client.ts";
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
  ) => Promise<Published>;
}

interface Published {
  readonly id: string;
  readonly expires_at: string;
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
      const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
      const usual = { trader: "north-light", asset: "EUR/USD", direction: "up", payout: 0.85 };
      const times = { entry_at: at(entry), expires_at: at(expiry) };
      const answer = await ask("POST", "signals/", { ...usual, ...times, ...changes });
      expect(answer.status).toBe(201);
      return answer.json();
    },
  };
}
