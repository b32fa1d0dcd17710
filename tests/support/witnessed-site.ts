/** A site whose log has witnesses, and the answers that its readers get. */
import * as v from "valibot";
import { KeptCheckpointPage, LogWitnessList } from "#shared/contracts/log.ts";
import { type Site, startSite } from "./site.ts";
import { staffOf } from "./staff-api.ts";
import { READINESS_KEPT_MS } from "#shared/limits/calls.ts";

const ORIGIN = "https://tidemark.example";
export const LOG_ORIGIN = "tidemark.example/log";
/** The log's public key: derived from the seed in `SECRETS`, for this origin. */
export const LOG_VKEY = "tidemark.example/log+98869232+AY932CYI2v5W1x6BcaRXRk5CLUJZqnqhOe2avZoaSpSm";

const Ready = v.object({ not_ready: v.array(v.string()), details: v.array(v.string()) });

export interface WitnessedSite extends Site {
  readonly checkpoint: () => Promise<string>;
  readonly addTrader: (handle: string) => Promise<void>;
  readonly kept: () => Promise<v.InferOutput<typeof KeptCheckpointPage>["results"]>;
  readonly witnesses: () => Promise<v.InferOutput<typeof LogWitnessList>["results"]>;
  readonly ready: () => Promise<v.InferOutput<typeof Ready>>;
}

export async function startWitnessedSite(vars: Readonly<Record<string, string>>): Promise<WitnessedSite> {
  const site = await startSite({ vars: { SITE_ORIGIN: ORIGIN, ...vars } });
  const staff = await staffOf(site.url);
  const getJson = async (path: string): Promise<unknown> => (await fetch(site.url + path)).json();
  return {
    ...site,
    checkpoint: async () => (await fetch(`${site.url}/log/checkpoint`)).text(),
    addTrader: (handle) => staff.addTraders({ [handle]: handle }),
    kept: async () => v.parse(KeptCheckpointPage, await getJson("/api/log/checkpoints/")).results,
    async witnesses() {
      const answer = await staff.ask("GET", "log-witnesses/");
      return v.parse(LogWitnessList, await answer.json()).results;
    },
    async ready() {
      // Answers are cached for a second.
      await new Promise((resolve) => setTimeout(resolve, READINESS_KEPT_MS + 100));
      return v.parse(Ready, await getJson("/readyz"));
    },
  };
}
