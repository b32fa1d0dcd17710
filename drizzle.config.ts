import { defineConfig } from "drizzle-kit";

/**
 * `npx drizzle-kit generate --name what_it_does` writes the next file of worker/api/migrations: worker/api/README.md, "Change a table".
 * Wrangler applies the SQL files in their order.
 */
export default defineConfig({
  dialect: "sqlite",
  schema: "./worker/api/tables/*.ts",
  out: "./worker/api/migrations",
  breakpoints: false,
});
