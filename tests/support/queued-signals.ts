/** Open signals for `writeEvents`, as staff find them in the queue. */
import type { SeedEvent } from "#worker/local/demo-data/seed-events.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";

/** `due` signals have expired five hours ago and later, `stepMs` after each other; `running` ones expire a minute after each other. */
export function* queuedSignals(due: number, stepMs: number, running = 0): Generator<SeedEvent> {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  for (const [handle, name] of [
    ["north-light", "North Light"],
    ["slack-water", "Slack Water"],
  ] as const) {
    const skills = { skill: 0.5, activity: 1, assets: ["EUR/USD"], joinedAfter: 0, retiredAfter: null };
    yield { kind: "joined", atMs: nowMs - 600 * MINUTE_MS, trader: { handle, name, ...skills } };
  }
  for (let index = 0; index < due + running; index += 1) {
    // Every tenth is on another asset by another trader.
    const isOther = index % 10 === 9;
    const publishedAtMs = nowMs - 500 * MINUTE_MS + index;
    const said = {
      trader: isOther ? "slack-water" : "north-light",
      asset: isOther ? "EUR/JPY" : "EUR/USD",
      direction: "up",
      entry_at: nowMs - 400 * MINUTE_MS,
      expires_at:
        index < due ? nowMs - 300 * MINUTE_MS + index * stepMs : nowMs + (30 + index - due) * MINUTE_MS,
      payout: 0.85,
    } as const;
    const id = index.toString(16).padStart(20, "0");
    yield { kind: "published", atMs: publishedAtMs, signal: { id, publishedAtMs, rule: null, said } };
  }
}
