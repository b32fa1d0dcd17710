/** Source maps go to Sentry by Sentry's own command, here to a double of its API on this machine. */
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listen, stop } from "#tests/support/local-server.ts";
import { uploadSourceMaps } from "#worker/commands/deploy/source-maps.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);
const BUILD = "0123456789abcdef";
const asked: { path: string; authorization: string | undefined; release?: string }[] = [];
const uploaded: Buffer[] = [];
/** Checksums of bundles that were asked for once. */
const known = new Set<string>();
let isRefusing = false;
let origin = "";

/** https://develop.sentry.dev/api/artifact-bundles: which chunks are known is asked, then those that are not are sent. */
const server = createServer((request, response) => {
  void (async () => {
    const body = await buffer(request);
    const path = request.url ?? "";
    const answer = (json: object, status = 200) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    const isAssembling = path.endsWith("/artifactbundle/assemble/");
    const assembling = isAssembling ? JSON.parse(body.toString()) : undefined;
    asked.push({
      path,
      authorization: request.headers.authorization,
      ...(assembling && { release: assembling.version }),
    });
    if (isRefusing) return answer({ detail: "Invalid token" }, 401);
    if (isAssembling) {
      const isKnown = known.has(assembling.checksum);
      known.add(assembling.checksum);
      return answer(
        isKnown
          ? { state: "ok", missingChunks: [] }
          : { state: "not_found", missingChunks: assembling.chunks },
      );
    }
    if (request.method === "POST") {
      uploaded.push(body);
      return answer({});
    }
    return answer({
      url: `${origin}/chunks/`,
      chunkSize: 8_388_608,
      chunksPerRequest: 64,
      maxRequestSize: 33_554_432,
      concurrency: 1,
      hashAlgorithm: "sha1",
      compression: ["gzip"],
      accept: ["release_files", "artifact_bundles", "artifact_bundles_v2"],
    });
  })();
});

beforeAll(async () => {
  origin = await listen(server);
});
afterAll(() => stop(server));
beforeEach(() => {
  asked.length = 0;
  uploaded.length = 0;
  known.clear();
});

const env = () => ({
  ...process.env,
  SENTRY_URL: origin,
  SENTRY_AUTH_TOKEN: "token",
  SENTRY_ORG: "tide",
  SENTRY_PROJECT: "site",
});

it("source maps of browser and worker are uploaded under the build's id", async () => {
  await uploadSourceMaps(BUILD, env());
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(["Bearer token"]));
  expect(asked.flatMap(({ release }) => release ?? [])).toContain(BUILD);
  expect(asked.map(({ path }) => path)).toContain("/api/0/organizations/tide/artifactbundle/assemble/");
  // Each file comes gzipped in a form; the zip in it names its files in clear.
  const zips = uploaded.map((form) =>
    gunzipSync(form.subarray(form.indexOf(GZIP), form.lastIndexOf("\r\n--"))),
  );
  const names = zips.map((zip) => zip.toString("latin1")).join();
  const [entry = ""] = newestEntry();
  for (const file of [basename(entry), `${basename(entry)}.map`, "index.mjs", "index.mjs.map"])
    expect(names, file).toContain(file);
});

it("a failed upload reports Sentry's error message", async () => {
  isRefusing = true;
  await expect(uploadSourceMaps(BUILD, env())).rejects.toThrow(/Invalid token/);
  isRefusing = false;
});

it("the upload names missing environment variables", async () => {
  const lacking = { ...env(), SENTRY_AUTH_TOKEN: "", SENTRY_ORG: undefined };
  const words = "SENTRY_AUTH_TOKEN, SENTRY_ORG must be set in the environment";
  await expect(uploadSourceMaps(BUILD, lacking)).rejects.toThrow(words);
  expect(asked).toEqual([]);
});

it("source maps are not served, and map the build's scripts to their sources", () => {
  const served = readdirSync("dist/client", { recursive: true, encoding: "utf8" });
  expect(served.filter((file) => file.endsWith(".map"))).toEqual([]);
  const [entry = ""] = newestEntry();
  const { sources } = JSON.parse(readFileSync(`dist/source-maps/${basename(entry)}.map`, "utf8"));
  expect(sources.join()).toContain("client/entry.browser.ts");
});

/** Scripts of the newest build that every document has. */
function newestEntry(): readonly string[] {
  const { id } = JSON.parse(readFileSync("dist/client/builds/latest.json", "utf8"));
  return JSON.parse(readFileSync(`dist/client/builds/meta/${id}.json`, "utf8")).entryFiles;
}
