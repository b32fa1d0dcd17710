/** A parsed message, before clock and key are considered. */
import { isCombinedAsset } from "#shared/assets/asset.ts";
import type { AlertProblemCode } from "#shared/contracts/ingest-messages.ts";
import type { Direction, NewSignal } from "#shared/contracts/signals.ts";
import { beginningOf, withoutNamedSecrets } from "./redact.ts";

/** A time of day in a zone; the message does not name the day. */
export interface ClockTime {
  /** Minutes since midnight. */
  readonly minutes: number;
  /** Minutes that the zone is ahead of UTC. */
  readonly offsetMinutes: number;
}

/** The other values of a signal, as they are published. */
type Figures = Omit<NewSignal, "trader" | "asset" | "direction" | "entry_at" | "expires_at">;

/** Instants are milliseconds since the epoch; null if the message does not state the value. */
export interface Alert {
  readonly asset: string;
  readonly direction: Direction;
  readonly entryAtMs: number | null;
  readonly entryClock: ClockTime | null;
  readonly expiresAtMs: number | null;
  readonly lifeSeconds: number | null;
  /** Only those that the message states. */
  readonly figures: Partial<Figures>;
  /** Start of the bar the alert is about. */
  readonly barAtMs: number | null;
  /** By the sender's clock. */
  readonly sentAtMs: number | null;
  readonly maxLagSeconds: number | null;
  readonly trader: string | null;
  readonly strategy: string | null;
  /** The sender's own name for the message, which may be the same for several messages. */
  readonly id: string | null;
  /** The sender's name for the trade, the same in its entry and the fill of it. */
  readonly trade: string | null;
  /** Names of fields that are in no known template. */
  readonly notUnderstood: readonly string[];
  /** Names of the fields that the confidence in `figures` comes from: ignored if the key accepts no confidence. */
  readonly confidenceNames: readonly string[];
}

/** A reason that the sender can read and act on. Thrown by the parser's parts, caught by `parseAlert`. */
export class AlertProblem extends Error {
  override readonly name = "AlertProblem";
  readonly code: AlertProblemCode;

  constructor(code: AlertProblemCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/**
 * A piece of the message in the form in which it may be repeated in an answer and stored: short, printable, quoted, without
 * secrets.
 */
export function quote(text: string): string {
  const plain = withoutNamedSecrets(text).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  return `"${plain.length > 40 ? `${beginningOf(plain, 40)}…` : plain}"`;
}

/** Path of a field in the message, in the form in which it may be repeated: `order.id`. */
export function shortName(path: readonly string[]): string {
  return quote(path.join(".")).slice(1, -1);
}

/** Throws AlertProblem `unsupported_action`. */
export function refuseAction(action: string, path: readonly string[] = []): never {
  throw new AlertProblem(
    "unsupported_action",
    `${at(path)}${quote(action)} is not known to be an entry: send entries only, as buy or sell.`,
  );
}

/** Throws AlertProblem `invalid` for a ratio or a spread. */
export function requireOneAsset(asset: string, path: readonly string[] = []): void {
  if (!isCombinedAsset(asset)) return;
  throw new AlertProblem(
    "invalid",
    `${at(path)}${quote(asset)} is a ratio or spread of two assets: send one.`,
  );
}

function at(path: readonly string[]): string {
  return path.length > 0 ? `${shortName(path)}: ` : "";
}
