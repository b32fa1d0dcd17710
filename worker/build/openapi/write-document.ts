/** Writes `/api/openapi.json` into the build's files, so that the worker contains neither the document nor its generator. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import type { ContractComments } from "./contract-schemas.ts";
import { createOpenApiDocument } from "./document.ts";

const Manifest = v.object({ version: v.string() });

export async function writeOpenApiDocument(file: string): Promise<void> {
  const { version } = v.parse(Manifest, JSON.parse(readFileSync("package.json", "utf8")));
  const sources = globSync("shared/contracts/*.ts").map((path) => readFileSync(path, "utf8"));
  const document = await createOpenApiDocument({ version, comments: readContractComments(sources) });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(document));
}

/**
 * Descriptions for the document: the comments on each contract and field, from the text of `shared/contracts/*.ts`: comments
 * that stand right before an exported schema or a field of it.
 */
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
