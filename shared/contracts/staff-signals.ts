/** Actions of staff on signals, and the lists for them: open signals, and signals that can be corrected. */
import * as v from "valibot";
import { CORRECTED_OUTCOMES } from "./ledger.ts";
import { AsOfSeq, ListPosition, NextCursor, PageCursor, PageLimit, PlaceInTime } from "./paging.ts";
import { NewEvidence } from "./prices.ts";
import { Asset, CORRECTABLE, PublicReason, SETTLEMENTS, Signal, WrittenAsset } from "./signals.ts";
import { Handle } from "./traders.ts";

/** `due`: expired and before its deadline, so that it can be settled. `running`: not expired yet. */
export const OPEN_STATES = ["due", "running"] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** What decides how an open signal ends: its `price_rule`, or a person. */
export const DECIDERS = ["prices", "hand"] as const;

const filters = { trader: v.optional(Handle), asset: v.optional(WrittenAsset) };

/** Query of `GET /api/admin/signals/open/`. */
export const OpenSignalsQuery = v.strictObject({
  state: v.optional(v.picklist(OPEN_STATES, `must be one of ${OPEN_STATES.join(", ")}`), "due"),
  ...filters,
  decided_by: v.optional(v.picklist(DECIDERS, `must be one of ${DECIDERS.join(", ")}`)),
  /** `next` of the page before, with the same state and filters. */
  cursor: v.optional(PlaceInTime),
  limit: PageLimit,
});
export type OpenSignalsQuery = v.InferOutput<typeof OpenSignalsQuery>;

/** Open signals by their deadline, the earliest first. */
export const OpenSignalsPage = v.object({
  results: v.array(Signal),
  next: NextCursor,
  as_of_seq: AsOfSeq,
  position: ListPosition,
  /** Number of open signals in each state with the same filters, counted like `position`. */
  counts: v.optional(v.object({ due: v.nullable(v.number()), running: v.nullable(v.number()) })),
});
export type OpenSignalsPage = v.InferOutput<typeof OpenSignalsPage>;

/** Query of `GET /api/admin/signals/correctable/`. */
export const CorrectableSignalsQuery = v.strictObject({
  outcome: v.optional(v.picklist(CORRECTABLE, `must be one of ${CORRECTABLE.join(", ")}`), CORRECTABLE[0]),
  ...filters,
  /** `next` of the page before, with the same filters. */
  cursor: PageCursor,
  limit: PageLimit,
});
export type CorrectableSignalsQuery = v.InferOutput<typeof CorrectableSignalsQuery>;

/** Query of `GET /api/admin/signals/prices/`, whose answer has at most one price. */
export const LatestPriceQuery = v.strictObject({ asset: Asset });

/** Signals with this outcome that can be corrected, newest first; none that prices decided. */
export const CorrectableSignalsPage = v.object({
  results: v.array(Signal),
  next: NextCursor,
  as_of_seq: AsOfSeq,
  position: ListPosition,
});
export type CorrectableSignalsPage = v.InferOutput<typeof CorrectableSignalsPage>;

/** Body of `POST /api/admin/signals/{id}/settle/`, which answers `SignalDetail`. Refused for a signal with a `price_rule`. */
export const SettleRequest = v.object({
  outcome: v.picklist(SETTLEMENTS),
  evidence: NewEvidence,
});
export type SettleRequest = v.InferOutput<typeof SettleRequest>;

/** Body of `POST /api/admin/signals/{id}/void/`, which answers `SignalDetail`. */
export const VoidRequest = v.object({ reason: PublicReason });

/** Body of `POST /api/admin/signals/{id}/correct/`, which answers `SignalDetail`. */
export const CorrectRequest = v.object({
  /** The current outcome, as staff see it: the call is refused if it has changed meanwhile. */
  from: v.picklist(CORRECTABLE),
  outcome: v.picklist(CORRECTED_OUTCOMES),
  reason: PublicReason,
});
export type CorrectRequest = v.InferOutput<typeof CorrectRequest>;
