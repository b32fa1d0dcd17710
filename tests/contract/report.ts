/** Findings in words. */
import type { Verdict } from "./check.ts";
import type { Finding } from "./run-contract.ts";

/** One line per check and one that sums up; of what an API lacks, one line per part. */
export function reportLines(findings: readonly Finding[]): string[] {
  const absent = new Set(findings.flatMap(({ part, verdict }) => (verdict.kind === "notThere" ? part : [])));
  const told = findings.filter(
    ({ within, verdict }) => verdict.kind !== "notThere" || within === undefined || !absent.has(within),
  );
  return [...told.flatMap((finding) => lineOf(finding) ?? []), summaryOf(told)];
}

/** What to set for a site before this API. A part that could not be checked is not in the variable, but in a line of its own. */
export function partLines(findings: readonly Finding[]): string[] {
  const partsFound = (isWanted: (kind: Verdict["kind"]) => boolean) =>
    findings.flatMap(({ part, verdict }) => (part && isWanted(verdict.kind) ? [part] : []));
  const unknown = partsFound((kind) => kind === "notChecked");
  const found = partsFound((kind) => kind === "ok" || kind === "misses");
  return [
    `API_PARTS = "${["auth", ...found].join()}"`,
    ...(unknown.length > 0 ? [`Not checked, so add what your API has: ${unknown.join()}.`] : []),
  ];
}

/** Findings without which the product does not work as promised. */
export function missingRequired(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ isRequired, verdict }) => isRequired && verdict.kind === "misses");
}

/** Null for what another check tells of. */
function lineOf({ claim, isRequired, part, verdict }: Finding): string | null {
  switch (verdict.kind) {
    case "ok":
      return `ok           ${claim}${verdict.remark === undefined ? "" : ` (${verdict.remark})`}`;
    case "misses": {
      const word = isRequired ? "misses" : "advice";
      return `${word.padEnd(12)} ${claim}: expected ${verdict.expected}, got ${verdict.got}`;
    }
    case "notThere":
      return `not there    ${part ?? claim}: without it ${verdict.without}`;
    case "absent":
      return null;
    case "notChecked":
    default:
      return `not checked  ${claim}: because ${verdict.because}`;
  }
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: string) => findings.filter(({ verdict }) => verdict.kind === wanted).length;
  const required = missingRequired(findings).length;
  const advised = count("misses") - required;
  const parts = [
    `${count("ok")} ok`,
    `${required} required missing`,
    `${count("notThere")} not there`,
    `${advised} advised`,
    `${count("notChecked")} not checked`,
  ];
  return `${parts.join(", ")}.`;
}
