import { describe, expect, it } from "vitest";
import { deploy, type DeployWorld, withoutStorage } from "#worker/commands/deploy/deploy-steps.ts";
import { StepError } from "#worker/commands/step-error.ts";

const NAMES = ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY", "PASSCODE_PEPPER"];
const ALL_SECRETS = JSON.stringify(NAMES.map((name) => ({ name })));

const OWN_BACKEND = "https://api.harbour.de";
const VARS = {
  OPERATOR_NAME: "Harbour Ltd",
  OPERATOR_ADDRESS: "2 Quay, Hamburg",
  CONTACT_EMAIL: "hello@harbour.de",
  SITE_ORIGIN: "https://tidemark.harbour.de",
};
const DATABASE = { binding: "DB", name: "tidemark", id: "7c0d9a52-51ea-4ea5-a5b0-1f2f6a3c9d10" };
const PLACEHOLDER_IDS = ["", "00000000-0000-0000-0000-000000000000"];

const LIST = "secret list --format json --env=";
const MIGRATE = "d1 migrations apply DB --remote --env=";
const BUILD = "deploy --dry-run --env=";
const DEPLOY = "deploy --env=";

function world(answers: Readonly<Record<string, string | Error>> = {}, changes: Partial<DeployWorld> = {}) {
  const ran: string[] = [];
  const said: string[] = [];
  const run = () =>
    deploy({
      environment: "",
      vars: VARS,
      databases: [DATABASE],
      writeConfigWithoutDatabase: async () => "without.toml",
      wrangler: async (...args) => {
        const command = args.join(" ");
        ran.push(command);
        const known: Record<string, string | Error> = { [LIST]: ALL_SECRETS, ...answers };
        const answer = known[command] ?? "";
        if (answer instanceof Error) throw answer;
        return answer;
      },
      uploadSourceMaps: null,
      findFaults: async () => [],
      say: (line) => said.push(line),
      ...changes,
    });
  return { run, ran, said };
}

describe("a deployment", () => {
  it("checks, builds, migrates, deploys and checks again, in this order", async () => {
    const { run, ran, said } = world(
      { [DEPLOY]: "https://tidemark.harbour.de" },
      {
        uploadSourceMaps: async () => void ran.push("uploadSourceMaps"),
        findFaults: async () => {
          ran.push("findFaults");
          return [];
        },
      },
    );
    await run();
    expect(ran).toEqual([LIST, BUILD, MIGRATE, DEPLOY, "uploadSourceMaps", "findFaults"]);
    expect(said).toContain("https://tidemark.harbour.de");
  });

  it("succeeds even if Sentry refuses the source maps", async () => {
    const { run, said } = world({}, { uploadSourceMaps: () => Promise.reject(new Error("Invalid token")) });
    await run();
    expect(said.join("\n")).toContain("Sentry has no source maps: Error: Invalid token");
    expect(said.at(-1)).toContain("Done");
  });

  it("fails with what the deployed site does wrong, and with the command to roll back", async () => {
    const { run } = world({}, { findFaults: async () => ["/de: 500", "/readyz: not ready"] });
    await expect(run()).rejects.toThrow(/\/de: 500\n\/readyz: not ready\nnpx wrangler rollback/);
  });

  it("passes its environment to every wrangler command", async () => {
    const { run, ran, said } = world(
      { "secret list --format json --env=staging": ALL_SECRETS },
      { environment: "staging" },
    );
    await run();
    expect(ran.filter((command) => !command.includes("--env=staging"))).toEqual([]);
    expect(said.join("\n")).toContain("npx wrangler rollback --env staging");
  });

  it.each([
    [BUILD, "nothing was changed", 2],
    [MIGRATE, "the site runs on unchanged", 3],
    [DEPLOY, "the site runs on unchanged", 4],
  ])("stops if %s fails, and says what has changed", async (command, words, steps) => {
    const { run, ran } = world({ [command]: new Error("wrangler's reason") });
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StepError);
    expect(String(failure)).toContain(words);
    expect(String(failure)).toContain("wrangler's reason");
    expect(ran).toHaveLength(steps);
  });

  it.each(PLACEHOLDER_IDS)("does not start with the placeholder database id %j", async (id) => {
    const { run, ran } = world({}, { databases: [{ ...DATABASE, id }] });
    await expect(run()).rejects.toThrow("database_id of DB must be");
    expect(ran).toEqual([]);
  });

  it.each([
    ["[]", NAMES],
    ['[{"name":"PASSCODE_PEPPER"}]', ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY"]],
    [new Error("This Worker does not exist on your account. [code: 10007]"), NAMES],
    [new Error('Worker "tidemark-staging" (env: staging) not found.'), NAMES],
  ])("names the missing secrets if the list of the worker's secrets is %s", async (secrets, missing) => {
    const { run, ran } = world({ [LIST]: secrets });
    const failure = String(await run().catch((error: unknown) => error));
    expect(failure).toContain(`The worker lacks ${missing.join(" and ")}.`);
    expect(failure).toContain("npm run setup");
    expect(ran).toEqual([LIST]);
  });

  it("names Turnstile's secret if only its site key is set, with which the worker would refuse to run", async () => {
    const { run, ran } = world({}, { vars: { ...VARS, TURNSTILE_SITE_KEY: "0x4site" } });
    await expect(run()).rejects.toThrow("needs the secret TURNSTILE_SECRET_KEY");
    expect(ran).toEqual([LIST]);
    const secrets = JSON.stringify([...NAMES, "TURNSTILE_SECRET_KEY"].map((name) => ({ name })));
    await world({ [LIST]: secrets }, { vars: { ...VARS, TURNSTILE_SITE_KEY: "0x4site" } }).run();
  });

  it("reports a failure to list the secrets as such, not as a missing secret", async () => {
    const { run } = world({ [LIST]: new Error("You are not signed in.") });
    const failure = String(await run().catch((error: unknown) => error));
    expect(failure).toContain("You are not signed in.");
    expect(failure).not.toContain("lacks");
  });

  it.each([
    [{ API_BASE_URL: "http://api.harbour.de" }, "must begin with https://"],
    [
      { API_BASE_URL: OWN_BACKEND, API_PARTS: "auth,signal" },
      /^API_PARTS must be auth and .*: auth, signals, .*, vitals\.$/m,
    ],
    [{ API_PARTS: "auth,signals" }, /^API_PARTS .* the embedded API has every part\.$/m],
    [{ HSTS_PRELOAD: "on" }, /^HSTS_PRELOAD needs HSTS_INCLUDE_SUBDOMAINS = on: .*\.$/m],
    [
      { SITE_ORIGIN: "http://tidemark.harbour.de" },
      /\nSITE_ORIGIN must be an address that begins with https:\/\/.* it is "http:\/\/tidemark\.harbour\.de"\.$/,
    ],
  ])("does not start with %j", async (vars, complaint) => {
    const { run, ran } = world({}, { vars: { ...VARS, ...vars } });
    await expect(run()).rejects.toThrow(complaint);
    expect(ran).toEqual([]);
  });

  it("needs neither database nor secrets with a backend of the operator", async () => {
    const { run, ran } = world({}, { vars: { ...VARS, API_BASE_URL: OWN_BACKEND } });
    await run();
    expect(ran).toEqual([BUILD, DEPLOY]);
  });

  it.each(PLACEHOLDER_IDS)("binds no database with a backend of the operator and the id %j", async (id) => {
    const vars = { ...VARS, API_BASE_URL: OWN_BACKEND };
    const { run, ran } = world({}, { databases: [{ ...DATABASE, id }], vars });
    await run();
    expect(ran).toEqual([`${BUILD} --config without.toml`, `${DEPLOY} --config without.toml`]);
  });

  it.each([
    ["OPERATOR_NAME", "Tidemark demo operator"],
    ["OPERATOR_NAME", " "],
    ["OPERATOR_ADDRESS", "1 Harbour Street, 00000 Exampletown"],
    ["OPERATOR_ADDRESS", ""],
    ["CONTACT_EMAIL", "contact@example.com"],
    ["CONTACT_EMAIL", "contact"],
    ["CONTACT_EMAIL", ""],
    ["SITE_ORIGIN", ""],
    ["SITE_ORIGIN", "https://signals.example"],
    ["SITE_ORIGIN", "https://www.example.com"],
    ["SITE_ORIGIN", "http://tidemark.harbour.de"],
  ])(
    "does not start with a placeholder or invalid value, with either backend: %s %j",
    async (name, value) => {
      for (const apiBaseUrl of [OWN_BACKEND, ""]) {
        const vars = { ...VARS, [name]: value, API_BASE_URL: apiBaseUrl };
        const { run, ran } = world({}, { vars });
        await expect(run()).rejects.toThrow(`\n${name} must be`);
        expect(ran).toEqual([]);
      }
    },
  );

  it("names all invalid settings at once", async () => {
    const { run } = world({}, { vars: {}, databases: [{ ...DATABASE, id: "" }] });
    const failure = String(await run().catch((error: unknown) => error));
    for (const name of ["OPERATOR_NAME", "OPERATOR_ADDRESS", "CONTACT_EMAIL", "SITE_ORIGIN", "database_id"])
      expect(failure).toContain(`\n${name} `);
  });
});

const REST = '[vars]\nA = "[[d1_databases]]"\n\n';
const QUEUES = '[[queues.producers]]\nqueue = "a"\n\n[[queues.consumers]]\nqueue = "a"\n';
const AFTER = '[[durable_objects.bindings]]\nname = "X"\n';

it.each([
  ["in its middle", `${REST}[[d1_databases]]\nbinding = "DB"\ndatabase_id = "0"\n\n${AFTER}`, REST + AFTER],
  ["at its end", `${REST}[[d1_databases]]\nbinding = "DB"`, REST],
  ["twice", `[[d1_databases]]\nbinding = "A"\n[[d1_databases]]\nbinding = "B"\n${AFTER}`, AFTER],
  ["with other ends of lines", `[[d1_databases]]\r\nbinding = "A"\r\n\r\n[x]\r\n`, "[x]\r\n"],
  ["in an environment", `[[env.staging.d1_databases]]\nbinding = "A"\n${AFTER}`, AFTER],
  ["with queues", `${REST}${QUEUES}${AFTER}`, REST + AFTER],
  ["with queues of an environment", `[[env.staging.queues.consumers]]\nqueue = "a"\n${AFTER}`, AFTER],
  ["nowhere", REST + AFTER, REST + AFTER],
])("wrangler.toml without its storage keeps everything else: %s", (_where, toml, expected) => {
  expect(withoutStorage(toml)).toBe(expected);
});
