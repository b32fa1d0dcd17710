/** Writes `/api/openapi.json` into the build's files, so that the worker contains neither the document nor its generator. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { readContractComments } from "./contract-comments.ts";
import { createOpenApiDocument } from "./document.ts";

const Manifest = v.object({ version: v.string() });

export async function writeOpenApiDocument(file: string): Promise<void> {
  const { version } = v.parse(Manifest, JSON.parse(readFileSync("package.json", "utf8")));
  const sources = globSync("shared/contracts/*.ts").map((path) => readFileSync(path, "utf8"));
  const document = await createOpenApiDocument({ version, comments: readContractComments(sources) });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(document));
}
