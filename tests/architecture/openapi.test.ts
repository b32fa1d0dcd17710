/** The API's description: valid by the official schema of OpenAPI 3.1, and as complete as the contracts are. */
import { globSync, readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { API_PATHS } from "#shared/routes.ts";
import { ADMIN_PROBLEM_CODES } from "#shared/contracts/admin.ts";
import { ALERT_PROBLEM_CODES } from "#shared/contracts/hooks.ts";
import { PROFILE_PROBLEM_CODES } from "#shared/contracts/profile.ts";
import { SESSION_PROBLEM_CODES } from "#shared/contracts/session.ts";
import { readContractComments } from "#worker/local/openapi/contract-comments.ts";
import { createOpenApiDocument, OPERATIONS } from "#worker/local/openapi/document.ts";

const sources = globSync("shared/contracts/*.ts").map((path) => readFileSync(path, "utf8"));
const document = createOpenApiDocument({ version: "1.2.3", comments: readContractComments(sources) });
const text = JSON.stringify(document);

describe("the description of the API", () => {
  it("says what it said before; a change is looked at, then kept by `vitest -u`", async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("openapi.json");
  });

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("is not valid with a planted fault, so the validator bites", async () => {
    const broken = JSON.parse(text);
    broken.paths["/api/signals/"].get.responses = { ok: {} };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it("refers to nothing that is not there", () => {
    const { components } = JSON.parse(text);
    const missing = [...text.matchAll(/"\$ref":"#\/components\/([^/]+)\/([^"]+)"/g)].filter(
      ([, kind = "", name = ""]) => components[kind]?.[name] === undefined,
    );
    expect(missing).toEqual([]);
  });

  it("names the paths that are public before an operator's own backend, and no others", () => {
    const starts = OPERATIONS.map(({ path }) => path.replace(/\{.*|[^/]*\.[^/]*$/, ""));
    const whole = starts.filter((path) => !starts.some((other) => path !== other && path.startsWith(other)));
    expect([...new Set(whole)].toSorted()).toEqual(API_PATHS);
  });

  it("gives each call one name, its path parameters and a tag", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, pathParameters = {} } of OPERATIONS) {
      const named = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = ""]) => name);
      expect(Object.keys(pathParameters).toSorted()).toEqual(named.toSorted());
    }
  });

  it("names every code that a contract names", () => {
    const codes = [
      ...ADMIN_PROBLEM_CODES,
      ...ALERT_PROBLEM_CODES,
      ...PROFILE_PROBLEM_CODES,
      ...SESSION_PROBLEM_CODES,
    ];
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });

  it("says of contracts and fields what their sources say", () => {
    const { schemas } = JSON.parse(text).components;
    expect(schemas.Signal.properties.payout.description).toContain("0.85 is 85 %");
    expect(schemas.SignalPage.description).toBe("Answer of `GET /api/signals/`, newest first.");
    expect(schemas.NewSignal.properties.payout.$ref).toBe("#/components/schemas/Payout");
    expect(schemas.Payout.description).toContain("at most 10, with at most four decimals");
    expect(schemas.SignalPage.properties.next.$ref).toBe("#/components/schemas/NextCursor");
    expect(schemas.NextCursor.description).toContain("never an address");
    expect(schemas.PeriodFrom.description).toContain("first to be included");
    expect(schemas.TokenPair.description).toContain("whatever dialect the upstream speaks");
  });

  it("does not name the site it is served by", () => {
    expect(text).not.toMatch(/https?:\/\/(?!json-schema\.org)/);
  });
});
