/** What the profile shows, by the address's `view`. */
export const PROFILE_VIEWS = ["account", "following", "security"] as const;
