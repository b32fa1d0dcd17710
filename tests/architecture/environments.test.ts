/** wrangler.toml's environments: wrangler does not inherit variables and bindings, so each environment must repeat production's. */
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readWranglerConfig } from "wrangler";

type Config = ReturnType<typeof readWranglerConfig>;

const read = (env: string) => readWranglerConfig({ config: "wrangler.toml", env });
const production = read("");
const staging = read("staging");

/** Names of what an environment has for itself. */
const OWN = new Set(["database_name", "database_id", "namespace_id", "queue", "dead_letter_queue"]);

/** Names of storage and counters, and everything else of the settings that environments share. */
function settingsOf(config: Config) {
  const { d1_databases, queues, ratelimits, durable_objects, migrations } = config;
  const { main, build, rules, assets, triggers, observability } = config;
  const bound = { d1_databases, queues, ratelimits, durable_objects, migrations };
  const names: unknown[] = [];
  const settings = JSON.stringify(
    { ...bound, main, build, rules, assets, triggers, observability },
    (key, value) => {
      if (!OWN.has(key)) return value;
      if (key !== "database_id") names.push(value);
      return undefined;
    },
  );
  return { names, settings: JSON.parse(settings) };
}

describe("staging", () => {
  it("has its own name, database, queues and rate limit counters, and else the same settings as production", () => {
    expect(staging.name).toBe("tidemark-staging");
    const [own, others] = [settingsOf(staging), settingsOf(production)];
    expect(own.names.length).toBeGreaterThan(4);
    expect(own.names.filter((name) => others.names.includes(name))).toEqual([]);
    expect(own.settings).toEqual(others.settings);
  });

  it("has the same variables as production, and ENVIRONMENT=staging besides", () => {
    const named = [...Object.keys(production.vars), "ENVIRONMENT"];
    expect(Object.keys(staging.vars).toSorted()).toEqual(named.toSorted());
    expect(staging.vars["ENVIRONMENT"]).toBe("staging");
    expect(production.vars["ENVIRONMENT"]).toBeUndefined();
  });

  it("has none of production's routes and domains", () => {
    expect(staging.routes).toEqual([]);
    expect(staging.workers_dev).toBe(true);
  });
});

it("Cloudflare keeps the worker's log lines, and no log of each request with its headers and the visitor's address", () => {
  const { observability } = production;
  expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
  expect(observability?.traces?.enabled ?? false).toBe(false);
});
