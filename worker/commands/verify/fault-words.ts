/** Describes the findings of a check of the record in words. */
import type { Flaw } from "#shared/record/ledger-chain.ts";
import type { RecordFault } from "#shared/record/published-record.ts";

const FLAWS: Readonly<Record<Flaw, string>> = {
  malformed: "it is malformed",
  seq_out_of_order: "its number is out of order",
  time_goes_back: "its time is earlier than that of the line before it",
  prev_hash_differs: "its previous hash is not that of the line before it",
  hash_differs: "its hash does not match its content",
  entry_missing: "it is missing",
  time_unreadable: "its time does not exist",
  clock_differs: "its time is not the later of its clock and the line before it",
  clock_behind: "its time is more than a minute later than its clock",
  trader_exists: "its trader had joined already",
  trader_not_found: "its trader had not joined",
  trader_retired: "its trader had retired",
  signal_exists: "its signal had been published already",
  signal_not_found: "its signal had not been published",
  payout_out_of_bounds: "its payout is out of bounds",
  entry_after_expiry: "its signal expires before its entry",
  already_expired: "its signal had expired when it was published",
  too_long: "its signal expires more than 366 days after publication",
  life_out_of_bounds: "its signal runs less than 10 seconds or more than 366 days",
  asset_spelling_differs: "its asset is not spelled as on the record",
  late_mark_differs: "its late mark does not follow from its times",
  otc_mark_differs: "its OTC mark does not follow from its asset",
  deadline_differs: "its deadline does not follow from its expiry",
  already_settled: "its signal had ended already",
  not_yet_expired: "its signal had not expired yet",
  deadline_passed: "the deadline of its signal had passed",
  before_deadline: "the deadline of its signal had not passed yet",
  deadline_not_lost: "a signal with a price rule is not lost by its deadline",
  not_correctable: "it corrects a signal that was not settled, or corrects it upwards",
  reason_missing: "it gives no reason",
  price_rule_on_otc: "its signal has a price rule, but its asset is OTC",
  no_price_rule: "it names prices, but its signal has no price rule",
  outcome_not_by_prices: "its outcome does not follow from its prices",
  quote_differs: "one of its quotes has another price in an earlier line",
  prices_decide: "prices decide its signal, but a person settled or voided it",
};

export function flawWords(seq: number, flaw: Flaw): string {
  return `Ledger line ${seq} does not hold: ${FLAWS[flaw]}.`;
}

export function faultWords(fault: RecordFault): string {
  if (fault.kind === "broken") return flawWords(fault.seq, fault.flaw);
  const { thing, name, place, found, expected, seq } = fault.discrepancy;
  const subject = thing === "summary" ? "The summary" : `The ${thing} ${name}`;
  if (place === "" && expected === null) return `${subject} is published, but is not in the ledger.`;
  if (place === "") return `${subject} is in the ledger (line ${seq}), but is not published.`;
  return (
    `${subject} does not follow from the ledger: ${place} is published as ${JSON.stringify(found)}, ` +
    `but is ${JSON.stringify(expected)} by the ledger lines up to ${seq}.`
  );
}
