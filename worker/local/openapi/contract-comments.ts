/** Reads the comments on each contract and field from the contracts' sources, as descriptions for the document. */
import type { ContractComments } from "./contract-schemas.ts";

/** From the text of `shared/contracts/*.ts`: comments that stand right before an exported schema or a field of it. */
export function readContractComments(sources: readonly string[]): ContractComments {
  const comments: Record<string, string> = {};
  for (const source of sources) {
    for (const contract of source.matchAll(CONTRACT)) {
      const { comment, name = "", rest = "" } = contract.groups ?? {};
      if (comment !== undefined) comments[name] = proseOf(comment);
      for (const field of rest.matchAll(FIELD)) {
        const { comment = "", field: fieldName = "" } = field.groups ?? {};
        comments[`${name}.${fieldName}`] = proseOf(comment);
      }
    }
  }
  return comments;
}

/** A top-level declaration up to the line that ends it; types are skipped, since they have no value. */
const CONTRACT =
  /(?:^\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n)?^export const (?<name>[A-Z][A-Za-z]*)(?: = )(?<rest>[^]*?);$/gm;

/** Fields of the outermost object, at one step of indentation, or two inside a pipe. */
const FIELD = /^(?: {2}| {4})\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n {2,4}(?<field>[a-z][a-z0-9_]*):/gm;

function proseOf(comment: string): string {
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\*?\s?/, "").trim())
    .filter((line) => line !== "")
    .join(" ");
}
