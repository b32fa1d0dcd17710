/** Runs every check against one API, in order, and never stops at the first that fails. */
import { GATEWAY_SECRET_HEADER } from "#worker/gateway/proxy/forwarded-headers.ts";
import {
  type Check,
  type CheckWorld,
  NotCheckedError,
  OK,
  misses,
  type Vantage,
  type Verdict,
} from "./check.ts";
import { type ContractFetch, createContractApi, NoAnswerError } from "./contract-api.ts";
import { logChecks } from "./log-checks.ts";
import { memberChecks } from "./member-checks.ts";
import { createTestMember, type Credentials } from "./test-member.ts";
import { visitorChecks } from "./visitor-checks.ts";

export interface ContractOptions extends Credentials {
  /** Origin and optional path, as in the gateway's `API_BASE_URL`. */
  readonly baseUrl: string;
  readonly vantage: Vantage;
  /** The gateway's `API_SHARED_SECRET`; null where it has none. */
  readonly sharedSecret?: string | null;
  /** See `CheckWorld`. */
  readonly siteOrigin: string | null;
  /** In place of the platform's. */
  readonly fetch?: ContractFetch;
}

export interface Finding extends Pick<Check, "claim" | "isRequired" | "part" | "within"> {
  readonly verdict: Verdict;
}

/** One finding per check. Never rejects for what the API does. */
export async function runContract(options: ContractOptions): Promise<Finding[]> {
  const { baseUrl, vantage, siteOrigin, sharedSecret = null } = options;
  const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const direct = createContractApi(baseUrl, fetch);
  const api = sharedSecret ? createContractApi(baseUrl, showing(sharedSecret, fetch)) : direct;
  const stranger = sharedSecret ? direct : null;
  const world = { vantage, api, stranger, siteOrigin, member: createTestMember(api, vantage, options) };
  const reached = await findingOf(reachable, world);
  const findings = [reached];
  for (const check of [...visitorChecks, ...logChecks, ...memberChecks]) {
    if (check.vantage !== undefined && check.vantage !== vantage) continue;
    const isSilent = reached.verdict.kind === "misses";
    findings.push(isSilent ? unasked(check) : await findingOf(check, world));
  }
  return findings;
}

/** As the gateway calls. */
function showing(sharedSecret: string, fetch: ContractFetch): ContractFetch {
  return (url, init) => {
    const headers = new Headers(init.headers);
    headers.set(GATEWAY_SECRET_HEADER, sharedSecret);
    return fetch(url, { ...init, headers });
  };
}

const reachable: Check = {
  claim: "The API answers",
  isRequired: true,
  async run({ api }) {
    await api.get("/api/auth/me/");
    return OK;
  },
};

async function findingOf(check: Check, world: CheckWorld): Promise<Finding> {
  const { claim, isRequired, part, within } = check;
  return { claim, isRequired, part, within, verdict: await check.run(world).catch(verdictOf) };
}

function unasked({ claim, isRequired, part }: Check): Finding {
  return { claim, isRequired, part, verdict: { kind: "notChecked", because: "the API does not answer" } };
}

function verdictOf(error: unknown): Verdict {
  if (error instanceof NotCheckedError) return { kind: "notChecked", because: error.message };
  if (error instanceof NoAnswerError) return misses("an answer", error.message);
  throw error;
}
