/** wrangler.toml's environments: wrangler does not inherit variables and bindings, so each environment must repeat production's. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

const Bindings = v.object({
  d1_databases: v.array(
    v.object({ binding: v.string(), database_name: v.string(), migrations_dir: v.string() }),
  ),
  queues: v.object({
    producers: v.array(v.object({ binding: v.string() })),
    consumers: v.array(v.object({ queue: v.string() })),
  }),
  ratelimits: v.array(v.object({ name: v.string(), namespace_id: v.string(), simple: v.unknown() })),
});
const read = (env: string) => {
  const config = readWranglerConfig({ config: "wrangler.toml", env });
  return { config, ...v.parse(Bindings, config) };
};
type Site = ReturnType<typeof read>;
const production = read("");
const staging = read("staging");

describe("staging", () => {
  it("has its own name, database, queues and rate limit counters", () => {
    expect(staging.config.name).toBe("tidemark-staging");
    const apart = ({ queues, d1_databases, ratelimits }: Site) => [
      ...queues.consumers.map(({ queue }) => queue),
      ...d1_databases.map((database) => database.database_name),
      ...ratelimits.map((limit) => limit.namespace_id),
    ];
    expect(apart(staging).filter((name) => apart(production).includes(name))).toEqual([]);
  });

  it("has the same bindings, queues, Durable Object classes and rate limits as production", () => {
    expect(staging.config.durable_objects).toEqual(production.config.durable_objects);
    expect(staging.queues.producers.map(({ binding }) => binding)).toEqual(
      production.queues.producers.map(({ binding }) => binding),
    );
    const limits = ({ ratelimits }: Site) => ratelimits.map(({ name, simple }) => ({ name, simple }));
    expect(limits(staging)).toEqual(limits(production));
    const databases = ({ d1_databases }: Site) =>
      d1_databases.map(({ binding, migrations_dir }) => ({ binding, migrations_dir }));
    expect(databases(staging)).toEqual(databases(production));
  });

  it("has the same variables as production, and ENVIRONMENT=staging besides", () => {
    expect(Object.keys(staging.config.vars).toSorted()).toEqual(
      [...Object.keys(production.config.vars), "ENVIRONMENT"].toSorted(),
    );
    expect(staging.config.vars["ENVIRONMENT"]).toBe("staging");
    expect(production.config.vars["ENVIRONMENT"]).toBeUndefined();
  });

  it("has none of production's routes and domains", () => {
    expect(staging.config.routes).toEqual([]);
    expect(staging.config.workers_dev).toBe(true);
  });

  it("has the same build, schedule and assets settings as production", () => {
    for (const key of [
      "main",
      "build",
      "rules",
      "assets",
      "triggers",
      "migrations",
      "observability",
    ] as const)
      expect(staging.config[key], key).toEqual(production.config[key]);
  });
});

it("Cloudflare keeps the worker's log lines, and no log of each request with its headers and the visitor's address", () => {
  const { observability } = production.config;
  expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
  expect(observability?.traces?.enabled ?? false).toBe(false);
});
