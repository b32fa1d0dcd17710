/** What takes an account to ask: sign-in, the current user, refresh, sign-out. In this order; they share one session. */
import * as v from "valibot";
import { User } from "#shared/contracts/session.ts";
import {
  type Check,
  type CheckWorld,
  misses,
  NotCheckedError,
  notThere,
  OK,
  okWith,
  type Verdict,
} from "./check.ts";
import type { Answer } from "./contract-api.ts";
import { readsFor } from "./declared-calls.ts";
import { breachInWords, expectStatus } from "./expectations.ts";
import { lifeSecondsOf, tokensOf } from "./test-member.ts";
import { ACCESS_TOKEN_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const CURRENT_USER = "/api/auth/me/";
const SIGN_IN = "/api/auth/login/";
const REFRESH = "/api/auth/refresh/";
const SIGN_OUT = "/api/auth/logout/";

/** What becomes of the profile without these calls, and the part that each is, or comes with. */
const READS: Readonly<Record<string, Pick<Check, "part" | "within"> & { readonly without: string }>> = {
  "/api/profile/acts/": { without: "members do not see what was done to their account", part: "acts" },
  "/api/profile/feed/": { without: "members see no feed", within: "follows" },
  "/api/profile/follows/": { without: "members follow nobody", part: "follows" },
  "/api/profile/passkeys/": { without: "members do not sign in by passkeys", part: "passkeys" },
  "/api/profile/notifications/": { without: "members get no notifications", part: "notifications" },
  "/api/profile/sessions/": { without: "members do not see where they are signed in", part: "sessions" },
};

/** What the profile offers where the API allows it. */
const MEMBER_ACTS = [
  ["settings", "PATCH", CURRENT_USER, "members cannot change name, language and time zone"],
  ["passcode", "POST", "/api/auth/me/passcode/", "members cannot set a passcode"],
  ["export", "POST", "/api/profile/export/", "members cannot take along what is kept on them"],
  ["deletion", "DELETE", "/api/profile/", "members cannot delete their account"],
] as const;

/** Shorter ones make members wait for a refresh at every other click. */
const SHORTEST_ADVISED_ACCESS_SECONDS = 60;
/** Longer ones outlive a sign-out for too long: an access token is not looked up in a blacklist. */
const LONGEST_ADVISED_ACCESS_SECONDS = 3_600;

export const memberChecks: readonly Check[] = [
  {
    claim:
      "The account id alone is refused with 401 and code passcode_required where the account has a passcode",
    isRequired: true,
    async run({ api, member }) {
      member.passcode();
      const answer = await api.post(SIGN_IN, { body: { pocketoption_id: member.memberId() } });
      const asks = v.is(v.object({ code: v.literal("passcode_required") }), answer.json);
      if (answer.status === 401 && asks) return OK;
      return misses(
        '401 with code "passcode_required" (the form asks for the passcode on it)',
        answer.inWords,
      );
    },
  },
  {
    claim: `POST ${SIGN_IN} gives a member access and refresh`,
    isRequired: true,
    async run({ member, vantage }) {
      const answer = await member.signIn();
      const tokens = tokensOf(answer, vantage);
      return tokens?.refresh ? OK : misses("200 with JSON {access, refresh}", answer.inWords);
    },
  },
  {
    claim: "Access tokens live between a minute and an hour",
    isRequired: false,
    async run({ member }) {
      const seconds = lifeSecondsOf((await member.tokens()).access);
      if (seconds === null) return okWith("the token does not say; the browser refreshes on the first 401");
      if (seconds >= SHORTEST_ADVISED_ACCESS_SECONDS && seconds <= LONGEST_ADVISED_ACCESS_SECONDS)
        return okWith(`${seconds} s`);
      return misses(`about ${ACCESS_TOKEN_LIFETIME_SECONDS} s`, `${seconds} s`);
    },
  },
  {
    claim: `GET ${CURRENT_USER} names the member`,
    isRequired: true,
    run: async (world) => expectMember(world, await asMember(world, "get", CURRENT_USER)),
  },
  {
    claim: "A refresh token does not work as an access token",
    isRequired: true,
    async run({ api, member }) {
      const { refresh } = await member.tokens();
      const answer = await api.get(CURRENT_USER, { headers: { Authorization: `Bearer ${refresh}` } });
      return expectStatus(answer, [401], "it is of the wrong type");
    },
  },
  {
    claim: `POST ${REFRESH} gives a new access token`,
    isRequired: true,
    async run({ member, vantage }) {
      const before = await member.tokens();
      const answer = await member.refresh();
      const tokens = tokensOf(answer, vantage);
      if (!tokens)
        return misses(
          `200 with JSON ${vantage === "site" ? "{access, refresh}" : "{access}"}`,
          answer.inWords,
        );
      return okWith((tokens.refresh ?? before.refresh) === before.refresh ? "no rotation" : "rotation");
    },
  },
  {
    claim: "The access token of a refresh is accepted",
    isRequired: true,
    run: async (world) => expectMember(world, await asMember(world, "get", CURRENT_USER)),
  },
  {
    claim: "The session can be refreshed again and again",
    isRequired: true,
    async run({ member, vantage }) {
      const answer = await member.refresh();
      if (tokensOf(answer, vantage)) return OK;
      return misses("200 for the refresh token held after a refresh", answer.inWords);
    },
  },
  {
    claim: "A refresh repeated at once with the same token gets an answer again",
    isRequired: false,
    async run({ api, member, vantage }) {
      const { refresh } = await member.tokens();
      await member.refresh();
      const answer = await api.post(REFRESH, { body: { refresh } });
      if (tokensOf(answer, vantage)) return OK;
      return misses("200; otherwise a lost answer ends the session", answer.inWords);
    },
  },
  ...readsFor("member")
    .filter(({ path }) => path !== CURRENT_USER)
    .map(({ path, contract }): Check => ({
      claim: `GET ${path} fits the profile's contract`,
      isRequired: true,
      part: READS[path]?.part,
      within: READS[path]?.within,
      async run(world) {
        const answer = await asMember(world, "get", path);
        if (answer.status === 404) return notThere(READS[path]?.without ?? "the profile lacks it");
        if (answer.status === 403 && v.is(v.object({ code: v.literal("passcode_not_set") }), answer.json))
          throw new NotCheckedError("CONTRACT_MEMBER_ID signs in by its id alone");
        const { success, issues } = v.safeParse(contract, answer.json);
        if (answer.status === 200 && success) return OK;
        return misses("200 with JSON as in shared/contracts/", breachInWords(answer, issues));
      },
    })),
  ...MEMBER_ACTS.map(([part, method, path, without]): Check => ({
    claim: `OPTIONS ${path} allows ${method}`,
    isRequired: false,
    part,
    async run(world) {
      const { status, headers } = await asMember(world, "options", path);
      const allow = headers.get("Allow");
      if (
        allow
          ?.toUpperCase()
          .split(/\s*,\s*/)
          .includes(method)
      )
        return OK;
      const isSaid = allow !== null || status === 404 || status === 405;
      return isSaid
        ? notThere(without)
        : misses("Allow with the methods of the path", `${status} without Allow`);
    },
  })),
  {
    claim: `POST ${SIGN_OUT} ends the session on the server`,
    isRequired: false,
    async run({ api, member }) {
      const { refresh } = await member.tokens();
      const answer = await api.post(SIGN_OUT, { body: { refresh } });
      if (answer.status !== 200 && answer.status !== 204)
        return misses("200 or 204; without it sign-out ends in the browser only", answer.inWords);
      return expectStatus(await api.post(REFRESH, { body: { refresh } }), [401], "a refresh after sign-out");
    },
  },
  {
    claim: "Throttled calls say when to retry",
    isRequired: false,
    async run({ api }) {
      const [answer] = api.throttled;
      if (!answer) throw new NotCheckedError("nothing was throttled while these checks ran");
      return answer.headers.has("Retry-After") ? OK : misses("429 with Retry-After", answer.inWords);
    },
  },
];

async function asMember(
  { api, member }: CheckWorld,
  method: "get" | "options",
  path: string,
): Promise<Answer> {
  const { access } = await member.tokens();
  return api[method](path, { headers: { Authorization: `Bearer ${access}` } });
}

function expectMember({ member }: CheckWorld, answer: Answer): Verdict {
  const user = v.safeParse(User, answer.json);
  if (answer.status !== 200 || !user.success)
    return misses("200 with JSON {id, pocketoption_id}", breachInWords(answer, user.issues));
  if (user.output.pocketoption_id === member.memberId()) return okWith(`role ${user.output.role}`);
  return misses("the pocketoption_id that signed in", "another one");
}
