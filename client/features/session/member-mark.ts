/**
 * Marks the document as a member's or a visitor's in its first script, so that the header has the member's name before the
 * session is known, and a member never sees "Sign in" first (styles/header.css).
 */
import { readStored, type StorageAccess } from "#client/data/storage.ts";
import type { User } from "#shared/contracts/session.ts";
import { ACCESS_TOKEN_KEY, MEMBER_NAME_KEY, REFRESH_TOKEN_KEY } from "#shared/site/storage-names.ts";

const ATTRIBUTE = "data-member";

/** Whether a member may be signed in here. */
export function hasStoredSession(storage: StorageAccess<"getItem">): boolean {
  return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].some((key) => readStored(storage, key) !== null);
}

/** Sets the mark and the name from storage. */
export function markMember(root: HTMLElement, storage: StorageAccess<"getItem">): void {
  setMemberMark(root, hasStoredSession(storage));
  const name = readStored(storage, MEMBER_NAME_KEY);
  if (name !== null) root.style.setProperty("--member-name", JSON.stringify(name));
}

/** The member's name in the header. */
export function memberName({ name, pocketoption_id }: Pick<User, "name" | "pocketoption_id">): string {
  return name || pocketoption_id;
}

/** Sets the mark once the session is known. */
export function setMemberMark(root: Element, isMember: boolean): void {
  root.setAttribute(ATTRIBUTE, String(isMember));
}
