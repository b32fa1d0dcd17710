/** What a visit downloads of the newest build, and what is uploaded to the edge, gzipped (`npm run check`, or `npx size-limit` alone). */
import { readFileSync } from "node:fs";
import { pageNamespaces, SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";

/** It has the longest texts. */
const LANGUAGE = "fr";

const WITH_CHARTS = new Set(["signal", "traders"]);

const readBuild = (file) => JSON.parse(readFileSync(`dist/client/builds/${file}`, "utf8"));
const build = readBuild(`meta/${readBuild("latest.json").id}.json`);

export default [
  // The aim is 420 KiB, a seventh of what the platform takes on its free plan: missed since sign-up, webhooks, passkeys and push. 132 kB run
  // in every isolate (`index.mjs` and what it imports); the rest is loaded by the first request or job that needs it, 80 kB of it by the first
  // passkey (worker/api/passkeys/DECISIONS.md).
  limit("worker", ["dist/worker/*.mjs"], "520 KiB"),
  // The aim is 10 kB, which arrive with the document in the first round trips of a connection, and a tenth of slack.
  limit("styles, with every document", served(build.entryStyles), "10 kB"),
  limit("script with the document of a text page", served(build.entryFiles), "10 kB"),
  // The aim is 200 kB, some two seconds of a slow mobile connection, 25 kB more with charts, and a tenth of slack.
  ...Object.keys(build.pages).map((page) =>
    limit(
      `script of ${page} once used`,
      served(usedScripts(page)),
      WITH_CHARTS.has(page) ? "247 kB" : "220 kB",
    ),
  ),
];

function limit(name, path, most) {
  return { name, path, limit: most, gzip: true };
}

function usedScripts(page) {
  const texts = [...SHELL_NAMESPACES, ...pageNamespaces(page)].map(
    (name) => build.texts[`${LANGUAGE}/${name}`],
  );
  return [...build.entryFiles, ...build.applicationFiles, ...build.pages[page], ...texts];
}

function served(files) {
  return Array.from(new Set(files), (file) => `dist/client${file}`);
}
