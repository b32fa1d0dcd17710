/** Where browsers report how fast a page was, and where staff read it. */
import { Hono } from "hono";
import { MAX_VITALS_BYTES, VitalsQuery, VitalsReport } from "#shared/contracts/vitals.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { readBody } from "#worker/api/request-body.ts";
import { clientAddress, type MemberEnv, refuseAttempt, requireStaff } from "#worker/api/session/index.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { readVitals, recordVitals } from "./histogram.ts";
import { createReportLimit } from "./report-limit.ts";

/** Waiting longer than a minute's window helps nobody. */
const RETRY_AFTER_SECONDS = 60;

/** To be mounted at `/api`. A report carries nothing that tells who sends it, and nothing of that kind is stored. */
export function createVitalsRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  const routes = new Hono<MemberEnv>();
  const limit = createReportLimit(deps);

  routes.post("/vitals/", async (c) => {
    const { raw } = c.req;
    if (!limit.admit(countedNetwork(clientAddress(raw.headers)))) return refuseAttempt(RETRY_AFTER_SECONDS);
    const bytes = await readBounded(raw.body, MAX_VITALS_BYTES, raw.signal);
    if (bytes === null) return tooLarge();
    const { method, headers } = raw;
    const body = await readBody(new Request(raw.url, { method, headers, body: bytes }), VitalsReport);
    if (!body.ok) return body.refusal;
    await recordVitals(deps, body.value);
    return c.body(null, 204);
  });

  routes.get("/admin/vitals/", requireStaff(deps), async (c) => {
    const parsed = parseQuery(VitalsQuery, c.req.url);
    return parsed.ok ? c.json(await readVitals(deps, parsed.query.days)) : parsed.response;
  });

  return routes;
}

function tooLarge(): Response {
  const detail = `A report has at most ${MAX_VITALS_BYTES} bytes.`;
  return problemResponse(413, { detail, code: "payload_too_large" });
}
