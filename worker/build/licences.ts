/**
 * The packages that ship to browsers and to the edge, with their licences: package.json's dependencies and everything they
 * need. The build writes the list with its notices to `/licences.txt`, and fails on a licence that is not on the allowed
 * list.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression stated by the package; empty if it states none. */
  readonly licence: string;
  /** Its licence file, which names the copyright holders; empty if it has none. */
  readonly notice: string;
}

/** Licences that allow a product like this to be shipped closed or open, and require at most their notice. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
]);

const Names = v.optional(v.record(v.string(), v.string()), {});
const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), ""),
  dependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: v.optional(
    v.record(v.string(), v.looseObject({ optional: v.optional(v.boolean()) })),
    {},
  ),
});
type Manifest = v.InferOutput<typeof Manifest>;

/**
 * All packages that the project in `folder` ships, in order of their names. Throws if one is not installed. Optional peers
 * ship only if another package needs them.
 */
export function shippedPackages(folder = "."): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();
  const visit = (name: string, from: string) => {
    const place = placeOf(name, from, folder);
    if (found.has(place)) return;
    const manifest = readManifest(place);
    const { version, license: licence } = manifest;
    found.set(place, { name: manifest.name, version, licence, notice: noticeIn(place) });
    for (const needed of neededBy(manifest)) visit(needed, place);
  };
  for (const name of Object.keys(readManifest(folder).dependencies)) visit(name, folder);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Packages whose licence is not allowed. An expression with a choice counts as not allowed, since a person must decide. */
export function strangeLicences(packages: readonly ShippedPackage[]): ShippedPackage[] {
  return packages.filter(({ licence }) => !ALLOWED_LICENCES.has(licence));
}

/** The list as text. Throws if a licence is not allowed. */
export function licencesText(packages: readonly ShippedPackage[]): string {
  const [strange] = strangeLicences(packages);
  if (strange) {
    throw new Error(`${strange.name} is under "${strange.licence}", which ALLOWED_LICENCES does not name.`);
  }
  const parts = packages.map(({ name, version, licence, notice }) =>
    [`${name} ${version}`, `Licence: ${licence}`, "", notice || "The package brings no licence file."].join(
      "\n",
    ),
  );
  const line = `\n\n${"-".repeat(72)}\n\n`;
  return `${["This site is made with the following open source packages.", ...parts].join(line)}\n`;
}

function neededBy({ dependencies, peerDependencies, peerDependenciesMeta }: Manifest): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...peers];
}

/** By Node's resolution: in the requiring package first, then further up. */
function placeOf(name: string, from: string, folder: string): string {
  const nested = join(from, "node_modules", name);
  try {
    readManifest(nested);
    return nested;
  } catch {
    const top = join(folder, "node_modules", name);
    if (nested === top) throw new Error(`${name} is not installed.`);
    return top;
  }
}

function readManifest(place: string): Manifest {
  const {
    name = "",
    version = "",
    ...rest
  }: { name?: string; version?: string } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  return v.parse(Manifest, { ...rest, name, version });
}

function noticeIn(place: string): string {
  const file = readdirSync(place).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
  return file ? readFileSync(join(place, file), "utf8").trim() : "";
}
