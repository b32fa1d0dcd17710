/** `worker/api/session/common-passcodes.ts` is a part of the package's list, small enough for a worker; `npx vitest run FILE -u` generates it. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { MIN_STAFF_PASSCODE_CHARACTERS } from "#shared/contracts/session.ts";

/** Of those too short for staff, as many as a guesser would begin with. */
const SHORTER_ONES = 1000;

const HEAD = `/** Passcodes that are tried first, of @zxcvbn-ts/language-common; written by tests/architecture/common-passcodes.test.ts. */
const WORDS = \`
`;

const FOOT = `
\`;

export const COMMON_PASSCODES: readonly string[] = WORDS.trim().split(/\\s+/);
`;

it("the list of common passcodes matches the npm package that it is generated from", async () => {
  // What may stand in a template as it is.
  const passwords = [...dictionary["passwords-common"]].filter((password) =>
    /^[!-[\]-_a-z]{6,}$/.test(password),
  );
  const isLong = (password: string) => password.length >= MIN_STAFF_PASSCODE_CHARACTERS;
  const shorter = passwords.filter((password) => !isLong(password)).slice(0, SHORTER_ONES);
  const lines = [...shorter, ...passwords.filter(isLong)].join(" ").match(/.{1,110}(?: |$)/g) ?? [];
  const body = lines.map((line) => line.trim()).join("\n");
  await expect(HEAD + body + FOOT).toMatchFileSnapshot("../../worker/api/session/common-passcodes.ts");
});
