/** What `npm run deploy` reports about a deployed site: the built worker in workerd, in order and with mistakes. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { projectWithOwnWrangler } from "#tests/support/own-wrangler.ts";
import { listMigrations, type Site, type SiteOptions, startSite } from "#tests/support/site.ts";
import { findDeploymentFaults } from "#worker/commands/deploy/check-deployment.ts";

vi.setConfig({ testTimeout: 120_000 });

const build: { readonly id: string } = JSON.parse(readFileSync("dist/build.json", "utf8"));
const isFoundBySearch = true;
const buildId = build.id;

let site: Site;

beforeAll(async () => {
  site = await startMigratedSite({ vars: { SIGN_UP: "open" } });
});

async function startMigratedSite(options: SiteOptions): Promise<Site> {
  const started = await startSite(options);
  await listMigrations(started.db);
  return started;
}

afterAll(() => site?.close());

describe("the check of a deployed site", () => {
  it("reports nothing if everything is in place, and creates no account", async () => {
    const countAccounts = () => site.db.prepare("SELECT count(*) AS accounts FROM accounts").first();
    const before = await countAccounts();
    expect(await findDeploymentFaults({ url: site.url, buildId, isFoundBySearch })).toEqual([]);
    expect(await countAccounts()).toEqual(before);
  });

  it("reports that an older build still answers", async () => {
    const found = findDeploymentFaults({ url: site.url, buildId: "another", isFoundBySearch, maxWaitMs: 0 });
    expect(await found).toEqual([`/readyz: 200, the build ${buildId} answers, not another`]);
  });

  it("reports each page that search engines may list although they must not", async () => {
    const found = await findDeploymentFaults({ url: site.url, buildId, isFoundBySearch: false });
    expect(found).toEqual(LANGUAGES.map((language) => `/${language}: search engines may list it`));
  });

  it("reports that the site does not answer", async () => {
    const url = "http://127.0.0.1:9";
    const found = await findDeploymentFaults({ url, buildId, isFoundBySearch, maxWaitMs: 0 });
    expect(found).toHaveLength(1 + LANGUAGES.length + 3);
    for (const line of found) expect(line).toMatch(/^\/\S+.*: No answer: .+\.$/);
  });

  it("recognises that another site answers", async () => {
    const other = createServer((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end('<html lang="en"><title>Parked</title></html>');
    });
    const url = await listen(other);
    const found = await findDeploymentFaults({ url, buildId, isFoundBySearch, maxWaitMs: 0 });
    await stop(other);
    expect(found).toContain(`/readyz: 200, another site answers, not ${buildId}`);
    expect(found).toContain("/de: is in another language");
    expect(found).toContain("/en: content-security-policy is missing");
    expect(found).toContain("/fr: x-content-type-options is missing");
    expect(found.filter((line) => line.startsWith("/api/auth/me/ with an unsigned token"))).toHaveLength(1);
  });

  it("reports missing secrets and migrations", async () => {
    // It has the tables without wrangler's list of migrations.
    const bare = await startSite({ vars: { JWT_SIGNING_KEYS: "", LOG_SIGNING_KEY: "" } });
    const found = (await findDeploymentFaults({ url: bare.url, buildId, isFoundBySearch })).join("\n");
    await bare.close();
    expect(found).toContain("/readyz: 503, not ready: schema, secrets");
    expect(found).toMatch(/\/api\/auth\/login\/ without an account id: 503 .*JWT_SIGNING_KEYS/);
  });
});

it("npm run deploy checks the configuration, migrates, deploys and then checks the site", async () => {
  const project = projectWithOwnWrangler();
  // Asked where its name does not lead yet: off every list, as other hosts than its own are.
  const vars = { SITE_ORIGIN: "https://signals.harbour.de" };
  const named = await startMigratedSite({ isDeployed: true, vars });
  try {
    const refused = await project.run("deploy");
    expect(refused.status).toBe(1);
    for (const name of [
      "OPERATOR_NAME",
      "OPERATOR_ADDRESS",
      "CONTACT_EMAIL",
      "SITE_ORIGIN",
      "database_id of DB",
    ])
      expect(refused.stderr).toContain(`\n${name} `);
    expect(project.takeCalls()).toEqual([]);

    const answers = ["", "Harbour Ltd", "2 Quay", "hello@harbour.de", "https://signals.harbour.de"];
    await project.run("setup", [], `${[...answers, "", "", "OPS-1"].join("\n")}\n`);
    project.takeCalls();
    const { status, stdout, stderr } = await project.run("deploy", ["--site", named.url]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Done; the site passed every check.");
    expect(project.takeCalls().map(({ argv }) => argv.join(" "))).toEqual([
      "secret list --format json --env=",
      "deploy --dry-run --env=",
      "d1 migrations apply DB --remote --env=",
      "deploy --env=",
    ]);
  } finally {
    await named.close();
    project.remove();
  }
});
