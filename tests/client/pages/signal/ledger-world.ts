/** A ledger behind an API, to check against and to tamper with. */
import { GENESIS_HASH, LedgerEntry } from "#shared/contracts/ledger.ts";
import { SignalDetail } from "#shared/contracts/signals.ts";
import { signalOf, summaryOf, traderDetailOf } from "#shared/record/published-record.ts";
import { createReplay, type ReplayState } from "#shared/record/replay.ts";
import { HttpError } from "#client/data/http-error.ts";
import type { ReadAnswer } from "#client/pages/signal/fetch-ledger.ts";
import { type Act, chained, joined, published, settled } from "#tests/support/chained.ts";
import * as v from "valibot";

/** Two traders, then publications and losses in turn, hashed one onto the other. */
export function chainOf(length: number, trader = "north-light"): Promise<LedgerEntry[]> {
  const acts: Act[] = [joined(trader), joined("east-light")];
  for (let index = 0; acts.length < length; index += 1) {
    const id = `signal-${index}`;
    acts.push(published(id, index * 10, { trader }), settled(id, index * 10 + 8, "lost"));
  }
  return chained(acts.slice(0, length));
}

/**
 * Answers as `GET /api/ledger/` and its head do, from lines of JSON; a page with a line that is none answers 500, as the
 * API does for a row it cannot read. All else is published as the entries say.
 */
export function readFrom(lines: readonly string[], asked: string[] = []): ReadAnswer {
  return async (path) => {
    asked.push(path);
    if (path === "/api/ledger/head/") {
      const last = JSON.parse(lines.at(-1) ?? "null");
      return { seq: lines.length, at: null, hash: last?.hash ?? GENESIS_HASH };
    }
    if (!path.startsWith("/api/ledger/")) return answerBy(stateOf(lines), path);
    const query = new URL(path, "https://tidemark.test").searchParams;
    const after = Number(query.get("after"));
    const end = after + Number(query.get("limit"));
    try {
      const results = lines.slice(after, end).map((line): unknown => JSON.parse(line));
      return { results, next: end < lines.length ? String(end) : null };
    } catch {
      throw new HttpError({ status: 500, code: "internal_error", detail: "Internal Server Error" });
    }
  };
}

/** A signal as its page has it. */
export function detailOf(chain: readonly LedgerEntry[], id: string): SignalDetail {
  const signal = stateOf(chain.map((entry) => JSON.stringify(entry))).signals.get(id);
  if (!signal) throw new Error(`${id} was never published`);
  const { trader, ...rest } = signalOf(signal);
  const entries = chain.filter(({ signal_id }) => signal_id === id);
  return v.parse(SignalDetail, { ...rest, trader: { ...trader, name: "North Light" }, entries });
}

function stateOf(lines: readonly string[]): ReplayState {
  const replay = createReplay();
  for (const line of lines) replay.add(v.parse(LedgerEntry, JSON.parse(line)));
  return replay.state;
}

function answerBy(state: ReplayState, path: string): unknown {
  const [, , list, name = ""] = path.split("/");
  const trader = state.traders.get(name);
  const signal = state.signals.get(name);
  if (list === "summary") return summaryOf(state);
  if (list === "traders" && trader) return { ...traderDetailOf(trader, state), name: "North Light" };
  if (list !== "signals" || !signal)
    throw new HttpError({ status: 404, code: "not_found", detail: "Not found." });
  const published = signalOf(signal);
  return { ...published, trader: { ...published.trader, name: "North Light" } };
}
