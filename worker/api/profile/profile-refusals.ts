/** The profile's error answers. */
import { MAX_FOLLOWS, type ProfileProblemCode } from "#shared/contracts/profile.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";

const REFUSALS: Readonly<Record<ProfileProblemCode, { readonly status: number; readonly detail: string }>> = {
  not_found: { status: 404, detail: "Not found." },
  too_many_follows: { status: 409, detail: `At most ${MAX_FOLLOWS} traders can be followed.` },
  trader_retired: { status: 409, detail: "The trader has retired and gets no new followers." },
  not_confirmed: { status: 400, detail: "confirm must be the account's own pocketoption_id." },
  last_staff: { status: 409, detail: "This is the last staff account that can sign in." },
};

export function refuseProfile(code: ProfileProblemCode): Response {
  const { status, detail } = REFUSALS[code];
  return problemResponse(status, { detail, code });
}
