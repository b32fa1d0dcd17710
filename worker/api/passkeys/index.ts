/** What the rest of the API and the composition root may use of the passkeys domain. */
export { purgeSpentChallenges } from "./challenges.ts";
export { selectPasskeys, toKeptPasskey } from "./own-passkeys.ts";
