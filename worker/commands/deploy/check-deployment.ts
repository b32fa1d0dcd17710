/** Checks from outside whether a site that was just deployed does what a visitor and a member need. */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { wordsOfError } from "#worker/commands/error-words.ts";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/site/languages.ts";

export interface Deployment {
  /** Origin to ask. */
  readonly url: string;
  /** Id of the build that must answer. */
  readonly buildId: string;
  /** False if search engines must not list it. */
  readonly isFoundBySearch: boolean;
  /** How long an older build may continue to answer. */
  readonly maxWaitMs?: number;
}

const ATTEMPT_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 1_000;

/** An unsigned token with claims. */
const UNSIGNED_TOKEN = `${toPart({ alg: "none", typ: "JWT" })}.${toPart({ user_id: "1", token_type: "access", exp: 4_102_444_800 })}.`;

/** Any other answer counts as a site without a build. */
const Readiness = v.fallback(v.object({ build: v.string(), not_ready: v.array(v.string()) }), {
  build: "",
  not_ready: [],
});

/** Headers that every page must have, with their required values. */
const PAGE_HEADERS: Readonly<Record<string, RegExp>> = {
  "content-security-policy": /default-src 'self'.*frame-ancestors 'none'/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "x-request-id": /./,
};

/** One line per fault. */
export async function findDeploymentFaults(deployment: Deployment): Promise<readonly string[]> {
  const readiness = await findReadinessFault(deployment);
  const found = await Promise.all([
    ...LANGUAGES.map((language) => findPageFaults(deployment, language)),
    ...SIGN_IN_CALLS.map((call) => findSignInFault(deployment, call)),
  ]);
  return [...(readiness === null ? [] : [readiness]), ...found.flat()];
}

/** Waits for the new build, which takes some seconds to be deployed everywhere. */
async function findReadinessFault({ url, buildId, maxWaitMs = 60_000 }: Deployment): Promise<string | null> {
  const untilMs = Date.now() + maxWaitMs;
  for (;;) {
    const answer = await ask(`${url}/readyz`);
    if (typeof answer !== "string") {
      const { build, not_ready } = v.parse(Readiness, await answer.json().catch(() => null));
      if (build === buildId && answer.status === 200) return null;
      if (build === buildId) return `/readyz: ${answer.status}, not ready: ${not_ready.join(", ")}`;
      if (Date.now() >= untilMs)
        return `/readyz: ${answer.status}, ${build === "" ? "another site" : `the build ${build}`} answers, not ${buildId}`;
    } else if (Date.now() >= untilMs) return `/readyz: ${answer}`;
    await sleep(POLL_INTERVAL_MS);
  }
}

async function findPageFaults(
  { url, isFoundBySearch }: Deployment,
  language: (typeof LANGUAGES)[number],
): Promise<readonly string[]> {
  const answer = await ask(`${url}/${language}`);
  if (typeof answer === "string") return [`/${language}: ${answer}`];
  const { status, headers } = answer;
  const html = await answer.text();
  if (status !== 200) return [`/${language}: ${status}`];
  const expected = Object.entries({
    ...PAGE_HEADERS,
    ...(url.startsWith("https:") && { "strict-transport-security": /^max-age=\d{8,}/ }),
  });
  return [
    ...(html.includes(`<html lang="${LANGUAGE_FACTS[language].tag}"`)
      ? []
      : [`/${language}: is in another language`]),
    ...expected
      .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ""))
      .map(([name]) => `/${language}: ${name} is ${headers.get(name) ?? "missing"}`),
    ...(headers.get("x-robots-tag") === (isFoundBySearch ? null : "noindex")
      ? []
      : [`/${language}: search engines ${isFoundBySearch ? "may not list it" : "may list it"}`]),
  ];
}

interface SignInCall {
  readonly path: string;
  readonly what: string;
  readonly init?: RequestInit;
  readonly expected: number;
}

/** Calls that must be refused. None of them changes anything, whatever SIGN_UP is. */
const SIGN_IN_CALLS: readonly SignInCall[] = [
  { path: "/api/auth/me/", what: "without a token", expected: 401 },
  {
    path: "/api/auth/me/",
    what: "with an unsigned token",
    init: { headers: { Authorization: `Bearer ${UNSIGNED_TOKEN}` } },
    expected: 401,
  },
  {
    path: "/api/auth/login/",
    what: "without an account id",
    init: { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" },
    expected: 400,
  },
];

/** With a missing secret the site answers 503, and names it. */
async function findSignInFault(
  { url }: Deployment,
  { path, what, init, expected }: SignInCall,
): Promise<readonly string[]> {
  const answer = await ask(url + path, init);
  if (typeof answer === "string") return [`${path} ${what}: ${answer}`];
  const body = await answer.text();
  return answer.status === expected
    ? []
    : [`${path} ${what}: ${answer.status} instead of ${expected}: ${body.slice(0, 200)}`];
}

/** The answer, or the reason why there is none. */
async function ask(url: string, init: RequestInit = {}): Promise<Response | string> {
  try {
    return await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), ...init });
  } catch (error) {
    return wordsOfError(error);
  }
}

function toPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
