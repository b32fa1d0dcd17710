import { describe, expect, it } from "vitest";
import { deploy, DeployError, type DeployWorld, withoutDatabase } from "#worker/local/deploy-steps.ts";

const NAMES = ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY", "PASSCODE_PEPPER"];
const ALL_SECRETS = JSON.stringify(NAMES.map((name) => ({ name })));

const OWN_BACKEND = "https://api.operator.example";
const OPERATOR = {
  OPERATOR_NAME: "Harbour Ltd",
  OPERATOR_ADDRESS: "2 Quay, Hamburg",
  CONTACT_EMAIL: "hello@harbour.de",
};

function world(answers: Readonly<Record<string, string | Error>> = {}, changes: Partial<DeployWorld> = {}) {
  const ran: string[] = [];
  const said: string[] = [];
  const run = () =>
    deploy({
      databaseId: "7c0d9a52-51ea-4ea5-a5b0-1f2f6a3c9d10",
      sessionsDatabases: [],
      operator: OPERATOR,
      origin: "https://tidemark.example",
      apiBaseUrl: "",
      writeConfigWithoutDatabase: async () => "without.toml",
      wrangler: async (...args) => {
        const command = args.join(" ");
        ran.push(command);
        const known: Record<string, string | Error> = {
          "secret list --format json": ALL_SECRETS,
          ...answers,
        };
        const answer = known[command] ?? "";
        if (answer instanceof Error) throw answer;
        return answer;
      },
      say: (line) => said.push(line),
      ...changes,
    });
  return { run, ran, said };
}

const MIGRATE = "d1 migrations apply DB --remote";

describe("a deployment", () => {
  it("checks, builds, migrates and deploys in this order", async () => {
    const { run, ran, said } = world({ deploy: "https://tidemark.example" });
    await run();
    expect(ran).toEqual(["secret list --format json", "deploy --dry-run", MIGRATE, "deploy"]);
    expect(said).toContain("https://tidemark.example");
  });

  it("migrates the further databases, too", async () => {
    const { run, ran } = world({}, { sessionsDatabases: ["SESSIONS_DB_1", "SESSIONS_DB_2"] });
    await run();
    expect(ran.filter((command) => command.startsWith("d1"))).toEqual([
      MIGRATE,
      "d1 migrations apply SESSIONS_DB_1 --remote",
      "d1 migrations apply SESSIONS_DB_2 --remote",
    ]);
  });

  it.each([
    ["deploy --dry-run", "nothing was changed", 2],
    [MIGRATE, "the site runs on as it was", 3],
    ["deploy", "the site runs on as it was", 4],
  ])("stops where %s fails", async (command, words, steps) => {
    const { run, ran } = world({ [command]: new Error("wrangler's reason") });
    const failure = await run().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DeployError);
    expect(String(failure)).toContain(words);
    expect(String(failure)).toContain("wrangler's reason");
    expect(ran).toHaveLength(steps);
  });

  it.each(["", "00000000-0000-0000-0000-000000000000"])(
    "begins with no database id %j",
    async (databaseId) => {
      const { run, ran } = world({}, { databaseId });
      await expect(run()).rejects.toThrow("npx wrangler d1 create tidemark");
      expect(ran).toEqual([]);
    },
  );

  it.each([
    ["[]", NAMES],
    ['[{"name":"PASSCODE_PEPPER"}]', ["JWT_SIGNING_KEYS", "LOG_SIGNING_KEY"]],
    [new Error("This Worker does not exist on your account. [code: 10007]"), NAMES],
  ])("says how to set the secrets where the worker has %s", async (secrets, missing) => {
    const { run, ran } = world({ "secret list --format json": secrets });
    const failure = String(await run().catch((error: unknown) => error));
    for (const name of missing) expect(failure).toContain(`npx wrangler secret put ${name}`);
    expect(ran).toEqual(["secret list --format json"]);
  });

  it("does not take a failure to ask for a missing secret", async () => {
    const { run } = world({ "secret list --format json": new Error("You are not signed in.") });
    const failure = String(await run().catch((error: unknown) => error));
    expect(failure).toContain("You are not signed in.");
    expect(failure).not.toContain("secret put");
  });

  it("says what it means where no origin is set", async () => {
    const { run, said } = world({}, { origin: "" });
    await run();
    expect(said.join("\n")).toContain("SITE_ORIGIN is not set");
    const other = world();
    await other.run();
    expect(other.said.join("\n")).not.toContain("SITE_ORIGIN");
  });

  it("sends no token to an own backend in clear", async () => {
    const { run, ran } = world({}, { databaseId: "", apiBaseUrl: "http://api.operator.example" });
    await expect(run()).rejects.toThrow("API_BASE_URL must begin with https://");
    expect(ran).toEqual([]);
  });

  it("asks for neither database nor secrets where an own backend serves", async () => {
    const { run, ran } = world({}, { apiBaseUrl: OWN_BACKEND });
    await run();
    expect(ran).toEqual(["deploy --dry-run", "deploy"]);
  });

  it.each(["", "00000000-0000-0000-0000-000000000000"])(
    "binds no database where an own backend serves and the id is %j",
    async (databaseId) => {
      const { run, ran } = world({}, { databaseId, apiBaseUrl: OWN_BACKEND });
      await run();
      expect(ran).toEqual(["deploy --dry-run --config without.toml", "deploy --config without.toml"]);
    },
  );

  it.each([
    ["OPERATOR_NAME", "Tidemark demo operator"],
    ["OPERATOR_NAME", " "],
    ["OPERATOR_ADDRESS", "1 Harbour Street, 00000 Exampletown"],
    ["OPERATOR_ADDRESS", ""],
    ["CONTACT_EMAIL", "contact@example.com"],
    ["CONTACT_EMAIL", ""],
  ])("begins with no operator of its own, whoever serves: %s %j", async (name, value) => {
    for (const apiBaseUrl of [OWN_BACKEND, ""]) {
      const { run, ran } = world({}, { operator: { ...OPERATOR, [name]: value }, apiBaseUrl });
      await expect(run()).rejects.toThrow(`Under [vars], set ${name}.`);
      expect(ran).toEqual([]);
    }
  });
});

const REST = '[vars]\nA = "[[d1_databases]]"\n\n';
const AFTER = '[[durable_objects.bindings]]\nname = "X"\n';

describe("wrangler.toml without the database", () => {
  it.each([
    ["in its middle", `${REST}[[d1_databases]]\nbinding = "DB"\ndatabase_id = "0"\n\n${AFTER}`, REST + AFTER],
    ["at its end", `${REST}[[d1_databases]]\nbinding = "DB"`, REST],
    ["twice", `[[d1_databases]]\nbinding = "A"\n[[d1_databases]]\nbinding = "B"\n${AFTER}`, AFTER],
    ["with other ends of lines", `[[d1_databases]]\r\nbinding = "A"\r\n\r\n[x]\r\n`, "[x]\r\n"],
    ["nowhere", REST + AFTER, REST + AFTER],
  ])("is the rest where it stood %s", (_where, toml, expected) => {
    expect(withoutDatabase(toml)).toBe(expected);
  });
});
