/** `npm run language` in a copy of the project: adding a language, exporting its texts for translators and importing them. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyProject } from "#tests/support/deployable-site.ts";
import { runScript } from "#tests/support/run-script.ts";

const root = copyProject();
const sent = join(root, "sent");

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What it says and how it ends. */
async function language(...args: string[]) {
  const command = [join(root, "worker/commands/language/language.ts"), ...args];
  const { status, stdout, stderr } = await runScript(command, { cwd: root });
  return { status, said: stdout + stderr };
}

function contents(): Map<string, string> {
  const files = globSync("{shared,client/public,worker/api/migrations}/**/*.*", { cwd: root });
  return new Map(files.map((file) => [file, readFileSync(join(root, file), "latin1")]));
}

function translate(file: string, content: unknown): void {
  const path = join(root, "back", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

describe("adding a language", () => {
  const before = contents();

  beforeAll(async () => {
    expect(await language("add", "pt")).toMatchObject({ status: 0 });
  });

  it("needs one line of code, a folder, pictures and a migration, and leaves other languages' texts unchanged", () => {
    const after = contents();
    const changed = [...before]
      .filter(([file, content]) => after.get(file) !== content)
      .map(([file]) => file);
    expect(changed.sort()).toEqual([
      "shared/locales/texts-outside-pages.ts",
      "shared/site/languages.ts",
      "worker/api/migrations/meta/_journal.json",
    ]);
    const added = [...after.keys()].filter((file) => !before.has(file));
    const namespaces = globSync("shared/locales/en/*.json", { cwd: root });
    expect(added.filter((file) => !file.includes("/meta/")).sort()).toEqual(
      [
        "client/public/screenshots/pt-narrow.jpg",
        "client/public/screenshots/pt-wide.jpg",
        "client/public/social/pt.png",
        ...namespaces.map((file) => file.replace("/en/", "/pt/")),
      ]
        .sort()
        .concat(expect.stringMatching(/^worker\/api\/migrations\/\d{4}_speak_pt\.sql$/)),
    );
    const line = '  pt: { tag: "pt-BR", name: "Português", direction: "ltr" },\n';
    expect(after.get("shared/site/languages.ts")).toBe(
      before
        .get("shared/site/languages.ts")
        ?.replace("\n} satisfies", `\n${Buffer.from(line, "utf8").toString("latin1")}} satisfies`),
    );
  });

  it("makes the database accept the language, and no unknown one, and keeps all sessions", () => {
    const db = new DatabaseSync(":memory:");
    const files = globSync("worker/api/migrations/*.sql", { cwd: root }).sort();
    const migrate = (file: string) => db.exec(readFileSync(join(root, file), "utf8"));
    for (const file of files.slice(0, -1)) migrate(file);
    const speak = (code: string) => db.exec(`UPDATE accounts SET language = '${code}'`);
    db.exec(`INSERT INTO accounts (id, pocketoption_id, language, created_at) VALUES ('a', 'PO-1', 'de', 1);
      INSERT INTO sessions (id, account_id, created_at, last_used_at, expires_at) VALUES ('s', 'a', 1, 1, 9)`);
    expect(() => speak("pt")).toThrow("FOREIGN KEY constraint failed");
    for (const file of files.slice(-1)) migrate(file);
    speak("pt");
    expect(() => speak("nl")).toThrow("FOREIGN KEY constraint failed");
    expect(db.prepare("SELECT id FROM sessions").all()).toHaveLength(1);
  });

  it("lists every text to translate with its English words", async () => {
    const { status, said } = await language("missing", "pt");
    expect(status).toBe(1);
    expect(said).toMatch(/^pt signal:list\.onPage_many {2}\{\{count\}\} signals on this page$/m);
    expect(said).toMatch(/^pt: \d{4} missing$/m);
    expect(await language("missing", "de")).toEqual({ status: 0, said: "de: nothing is missing\n" });
  });

  it.each([
    ["pt-PT", "The site already has pt."],
    ["p-", '"p-" is not the BCP 47 tag of a language, like pt or pt-BR.'],
    ["tlh", 'Intl does not know the dates, numbers or plurals of "tlh".'],
    ["zh-Hant", '"zh-Hant" must be only a language and a region, like pt or pt-BR.'],
  ])("is refused for %s, without changing anything", async (tag, words) => {
    const files = contents();
    expect(await language("add", tag)).toEqual({ status: 1, said: `${words}\n` });
    expect(contents()).toEqual(files);
  });
});

describe("texts exported for translators", () => {
  beforeAll(async () => {
    expect(await language("export", sent)).toMatchObject({ status: 0 });
  });

  it("change nothing when they are imported unmodified", async () => {
    const files = contents();
    expect(await language("import", sent)).toEqual({ status: 0, said: "Nothing has changed.\n" });
    expect(contents()).toEqual(files);
  });

  it("contain only translated texts", () => {
    expect(readFileSync(join(sent, "pt/common.json"), "utf8")).toBe("{}\n");
    expect(JSON.parse(readFileSync(join(sent, "fr/traders.json"), "utf8"))).toEqual(
      JSON.parse(readFileSync(join(root, "shared/locales/fr/traders.json"), "utf8")),
    );
  });

  it("are rejected with every error by language and key, without changing anything", async () => {
    translate("pt/common.json", { error: { home: "Início", away: "Fora" }, record: { sample_two: "dois" } });
    translate("pt/passkey.json", ["a"]);
    translate("de/signal.json", { list: { onPage_other: "Signale" }, detail: { by: 1 } });
    translate("fr/about.json", { sections: { operator: { body: ["a</strong>", "b"] } } });
    translate("fr/abuot.json", {});
    translate("nl/common.json", {});
    const files = contents();
    const { status, said } = await language("import", join(root, "back"));
    expect(status).toBe(1);
    expect(said.split("\n")).toEqual([
      "de/signal.json: detail.by is not a text",
      expect.stringMatching(
        /^fr\/about\.json: sections\.operator\.body\.0 has other placeholders than English: none, not/,
      ),
      expect.stringMatching(
        /^fr\/about\.json: sections\.operator\.body\.1 has other placeholders than English: none, not/,
      ),
      expect.stringMatching(
        /^fr\/about\.json: sections\.operator\.body\.0 has other marks than English: <\/strong>, not/,
      ),
      expect.stringMatching(
        /^fr\/about\.json: sections\.operator\.body\.1 has other marks than English: none, not/,
      ),
      "fr/about.json: sections.operator.body.0 has a mark that does not close",
      "fr/abuot.json: English has no such file",
      "nl/common.json: the site does not have nl; run npm run language -- add nl",
      "pt/common.json: error.away is not in English",
      "pt/common.json: record.sample_two is a plural form that pt does not have",
      "pt/common.json: record.sample_two has other placeholders than English: none, not {{decided}} {{sample}}",
      "pt/passkey.json: 0 is not in English",
      "",
    ]);
    expect(contents()).toEqual(files);
  });
});
