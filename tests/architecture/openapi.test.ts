/** The API's OpenAPI description: valid by the official schema of OpenAPI 3.1, and as complete as the contracts. */
import { globSync, readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { Validator as OpenApiValidator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { openApiSignatures } from "#tests/support/openapi-signatures.ts";
import { SITE_PARTS } from "#shared/site/site-parts.ts";
import { ADMIN_PROBLEM_CODES } from "#shared/contracts/admin-problems.ts";
import { ALERT_PROBLEM_CODES } from "#shared/contracts/ingest-messages.ts";
import { PROFILE_PROBLEM_CODES } from "#shared/contracts/profile.ts";
import { SESSION_PROBLEM_CODES } from "#shared/contracts/session.ts";
import { readContractComments } from "#worker/build/openapi/write-document.ts";
import { createOpenApiDocument } from "#worker/build/openapi/document.ts";
import { EXAMPLES } from "#worker/build/openapi/examples.ts";
import { declaredOperations } from "#worker/build/openapi/operations.ts";

const sources = globSync("shared/contracts/*.ts").map((path) => readFileSync(path, "utf8"));
const document = await createOpenApiDocument({ version: "1.2.3", comments: readContractComments(sources) });
const text = JSON.stringify(document);
const operations = await declaredOperations();

describe("the description of the API", () => {
  it("matches the stored openapi.txt; after an intended change, update it with `npx vitest run FILE -u`", async () => {
    await expect(openApiSignatures(document)).toMatchFileSnapshot("openapi.txt");
  });

  it("is valid OpenAPI 3.1", async () => {
    const validator = new OpenApiValidator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("has no reference to a missing component", () => {
    const { components } = JSON.parse(text);
    const missing = [...text.matchAll(/"\$ref":"#\/components\/([^/]+)\/([^"]+)"/g)].filter(
      ([, kind = "", name = ""]) => components[kind]?.[name] === undefined,
    );
    expect(missing).toEqual([]);
  });

  it("covers exactly the paths that the gateway forwards to an operator's own backend that has every part", () => {
    const whole = (starts: readonly string[]) =>
      [...new Set(starts)]
        .filter((path) => !starts.some((other) => path !== other && path.startsWith(other)))
        .toSorted();
    const starts = operations.map(({ path }) => path.replace(/\{.*|[^/]*\.[^/]*$/, ""));
    expect(whole(starts)).toEqual(whole(Object.values(SITE_PARTS).flat()));
  });

  it("gives each operation a unique id and describes all its path parameters", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { path, parameters } of operations) {
      const named = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = ""]) => name);
      const described = parameters.filter(({ in: place, description }) => place === "path" && description);
      expect(described.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
    }
  });

  it("mentions every error code of the contracts", () => {
    const codes = [
      ...ADMIN_PROBLEM_CODES,
      ...ALERT_PROBLEM_CODES,
      ...PROFILE_PROBLEM_CODES,
      ...SESSION_PROBLEM_CODES,
    ];
    expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });

  it("takes the descriptions of contracts and fields from the comments in the sources", () => {
    const { schemas } = JSON.parse(text).components;
    expect(schemas.Signal.properties.payout.description).toContain("0.85 is 85 %");
    expect(schemas.SignalPage.description).toBe("Answer of `GET /api/signals/`, newest first.");
    expect(schemas.NewSignal.properties.payout.$ref).toBe("#/components/schemas/Payout");
    expect(schemas.Payout.description).toContain("at most 1, with at most four decimals");
    expect(schemas.SignalPage.properties.next.$ref).toBe("#/components/schemas/NextCursor");
    expect(schemas.NextCursor.description).toContain("never an address");
    expect(schemas.PeriodFrom.description).toContain("inclusive");
    expect(schemas.TokenPair.description).toContain("whatever the upstream's format");
  });

  it("has only examples that are valid by their schemas", () => {
    const { components } = JSON.parse(text);
    const faultsOf = (name: string, example: unknown) =>
      new Validator({ $ref: `#/components/schemas/${name}`, components }, "2020-12", false).validate(example)
        .errors;
    for (const [name, example] of Object.entries(EXAMPLES)) {
      expect(components.schemas[name].examples, name).toEqual([example]);
      expect(faultsOf(name, example), name).toEqual([]);
    }
  });

  it("does not name the site it is served by", () => {
    expect(text).not.toMatch(/https?:\/\/(?!json-schema\.org\/|relay\.example\.com\/)/);
  });
});
