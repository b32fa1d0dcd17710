import { expect, it } from "vitest";
import * as v from "valibot";
import { User } from "#shared/contracts/session.ts";
import { signsInByIdAlone } from "#client/features/session/id-alone.ts";

const user = (fields: object) => v.parse(User, { id: 1, pocketoption_id: "PO-1", ...fields });

it("an account signs in by its id alone if the site has passcodes, and the account neither one nor a passkey", () => {
  expect(signsInByIdAlone(user({ may_change: false }), [])).toBe(true);
  expect(signsInByIdAlone(user({ may_change: true }), [])).toBe(false);
  expect(signsInByIdAlone(user({ may_change: false, has_passcode: true }), [])).toBe(false);
  expect(signsInByIdAlone(user({ may_change: false, has_passkey: true }), [])).toBe(false);
  expect(signsInByIdAlone(user({ may_change: false }), ["passcode"])).toBe(false);
});
