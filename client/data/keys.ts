/** SWR keys are API paths, so that what the server put into the page under a path is found again under it. */

/** Null is SWR's way not to ask. */
export type Key = string | null;

export const currentUserKey = "/api/auth/me/";
