/** wrangler.toml for a site with a backend of its own, which has no database: Cloudflare refuses a binding to one that is not there. */

/** The text without its `[[d1_databases]]` tables. */
export function withoutDatabase(wranglerToml: string): string {
  return wranglerToml.replaceAll(/^\[\[d1_databases\]\][^\n]*(?:\n(?!\[)[^\n]*)*\n?/gm, "");
}
