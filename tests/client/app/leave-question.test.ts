import { parsePath } from "react-router";
import { expect, it } from "vitest";
import { leavesView } from "#client/app/leave-question.tsx";

/** Whether going from a view of the profile to `address` leaves it. */
function leaves(address: string, isDialogOpen = false): boolean {
  const from = { pathname: "/en/profile", search: "?view=security&page=1" };
  const to = { pathname: "", search: "", ...parsePath(address) };
  return leavesView(from, to, "/en/login", isDialogOpen);
}

it.each(["/en", "/en/profile", "/en/profile?view=notifications", "/de/login"])("%s leaves the view", (to) => {
  expect(leaves(to)).toBe(true);
});

it.each(["/en/profile?view=security", "/en/profile?page=2&view=security"])(
  "%s does not leave the view, unless a dialog is open",
  (to) => {
    expect(leaves(to)).toBe(false);
    expect(leaves(to, true)).toBe(true);
  },
);

it("the login page, as at the end of a session, never counts as leaving the view", () => {
  expect(leaves("/en/login?next=%2Fen%2Fprofile")).toBe(false);
  expect(leaves("/en/login", true)).toBe(false);
});
