/** Describes the findings of a check of the record in words. */
import { createHash } from "node:crypto";
import type { Flaw } from "#shared/record/ledger-chain.ts";
import type { Sha256 } from "#shared/log/merkle-tree.ts";
import type { RecordFault } from "#shared/record/published-record.ts";
import type { Sha256Hex } from "#shared/encoding/sha256.ts";

/** Several times faster than WebCrypto for texts as short as these. */
export const sha256: Sha256Hex = async (text) => createHash("sha256").update(text).digest("hex");

export const sha256OfBytes: Sha256 = async (bytes) =>
  new Uint8Array(createHash("sha256").update(bytes).digest());

const FLAWS: Readonly<Record<Flaw, string>> = {
  malformed: "it is not an entry as the ledger writes them",
  seq_out_of_order: "it carries another number",
  time_goes_back: "its time lies before the entry before it",
  prev_hash_differs: "it does not follow from the entry before it",
  hash_differs: "its hash is not that of its contents",
  entry_missing: "it is missing",
  time_unreadable: "it names a time that no calendar has",
  clock_differs: "its time is not the later of its clock and the entry before it",
  clock_behind: "its time is more than a minute later than its clock",
  trader_exists: "its trader had joined already",
  trader_not_found: "its trader had not joined",
  trader_retired: "its trader had retired",
  signal_exists: "its signal had been published already",
  signal_not_found: "its signal had not been published",
  payout_out_of_bounds: "its payout is out of bounds",
  entry_after_expiry: "its signal expires before it enters",
  already_expired: "its signal had expired when it was published",
  too_long: "its signal expires more than 366 days after publication",
  life_out_of_bounds: "its signal runs less than 10 seconds or more than 366 days",
  asset_spelling_differs: "its asset is not in the one spelling of the record",
  late_mark_differs: "whether it says late does not follow from its times",
  otc_mark_differs: "whether it says OTC does not follow from its asset",
  deadline_differs: "its deadline does not follow from its expiry",
  already_settled: "its signal had ended already",
  not_yet_expired: "its signal had not expired yet",
  deadline_passed: "the deadline of its signal had passed",
  before_deadline: "the deadline of its signal had not come yet",
  deadline_not_lost: "a signal with a price rule is not lost by its deadline",
  not_correctable: "it corrects what was not settled, or not downwards",
  reason_missing: "it gives no reason",
  price_rule_on_otc: "its signal has a price rule on an asset over the counter",
  no_price_rule: "it names prices, and its signal has no price rule",
  outcome_not_by_prices: "its outcome does not follow from its prices",
  quote_differs: "one of its quotes has another price in an earlier entry",
  prices_decide: "prices alone decide its signal, and somebody did",
};

export function flawWords(seq: number, flaw: Flaw): string {
  return `Entry ${seq} of the ledger does not hold: ${FLAWS[flaw]}.`;
}

export function faultWords(fault: RecordFault): string {
  if (fault.kind === "broken") return flawWords(fault.seq, fault.flaw);
  const { thing, name, place, found, expected, seq } = fault.discrepancy;
  const subject = thing === "summary" ? "The summary" : `The ${thing} ${name}`;
  if (place === "" && expected === null) return `${subject} is published, but no entry of the ledger has it.`;
  if (place === "") return `${subject} is on the ledger (entry ${seq}), but is not published.`;
  return (
    `${subject} does not follow from the ledger: ${place} is published as ${JSON.stringify(found)}, ` +
    `but is ${JSON.stringify(expected)} by the entries up to ${seq}, the newest that changed it.`
  );
}
