import { expect, it } from "vitest";
import * as v from "valibot";
import { User } from "#shared/contracts/session.ts";
import { signsInByIdAlone } from "#client/features/session/id-alone.ts";

it.each([
  [{ may_change: false }, [], true],
  [{ may_change: true }, [], false],
  [{ may_change: false, has_passcode: true }, [], false],
  [{ may_change: false, has_passkey: true }, [], false],
  [{ may_change: false }, ["passcode"], false],
] as const)(
  "an account with %j on a site without %j signs in by its id alone: %j",
  (fields, absent, expected) => {
    const user = v.parse(User, { id: 1, pocketoption_id: "PO-1", ...fields });
    expect(signsInByIdAlone(user, absent)).toBe(expected);
  },
);
