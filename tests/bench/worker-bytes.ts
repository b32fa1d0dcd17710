/**
 * `node tests/bench/worker-bytes.ts`: the worker as `npm run build` left it, gzipped, and what its modules are made of by
 * their source maps. Exits with 1 above the limit.
 * Also where a character is not ASCII: for one alone the engine would hold and read a module at two bytes a character.
 */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import { WORKER_FOLDER } from "#worker/local/worker-build.ts";
import { gzipKiB, productModules } from "./worker-modules.ts";

/** A tenth of what the platform takes on its free plan; more takes longer to start in a new isolate. */
const LIMIT_KIB = 300;
/** Smaller parts are summed up. */
const MIN_SHOWN_KIB = 3;

const modules = productModules();
const totalKiB = gzipKiB(modules);
const parts = [...bytesByPart()].toSorted(([, a], [, b]) => b - a);
const shown = parts.filter(([, bytes]) => bytes / 1024 >= MIN_SHOWN_KIB);
const others = parts.slice(shown.length).reduce((sum, [, bytes]) => sum + bytes, 0);

console.log(`worker ${totalKiB.toFixed(1)} KiB gzip, limit ${LIMIT_KIB}; before gzip, in KiB:`);
console.log(
  [...shown, ["others", others] as const]
    .map(([part, bytes]) => `${part} ${(bytes / 1024).toFixed(0)}`)
    .join(", "),
);
const [, foreign] = /([^\0-\x7f].{0,40})/.exec(modules.map(({ contents }) => contents).join("\n")) ?? [];
if (foreign) console.log(`not ASCII: ${foreign}`);
process.exitCode = totalKiB > LIMIT_KIB || foreign ? 1 : 0;

/** Bytes of the modules by package or by the first two folders of a source. */
function bytesByPart(): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const { path, contents } of modules) {
    const payload = readMap(path);
    if (!payload) continue;
    const map = new SourceMap(payload);
    for (const [line, text] of contents.split("\n").entries()) {
      // From the end: each mapping reaches as far as the one after it.
      for (let end = text.length; end > 0;) {
        const entry = map.findEntry(line, end - 1);
        const start = "generatedColumn" in entry && entry.generatedLine === line ? entry.generatedColumn : 0;
        const part = partOf("originalSource" in entry ? (entry.originalSource ?? "") : "");
        bytes.set(part, (bytes.get(part) ?? 0) + end - start);
        end = start;
      }
    }
  }
  return bytes;
}

function partOf(source: string): string {
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  return (
    packaged ??
    source
      .replace(/^(?:\.\.\/)+/, "")
      .split("/")
      .slice(0, 2)
      .join("/")
  );
}

/** The bundler wrote it; null for a module that only names what is in another. */
function readMap(path: string): SourceMapPayload | null {
  if (!existsSync(join(WORKER_FOLDER, `${path}.map`))) return null;
  return JSON.parse(readFileSync(join(WORKER_FOLDER, `${path}.map`), "utf8")) as SourceMapPayload;
}
