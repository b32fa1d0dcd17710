import { defineConfig } from "drizzle-kit";

/**
 * From version 1.0 on, `npx drizzle-kit generate --name what_it_does` writes the next file of worker/api/migrations; until then the one
 * file is edited in place: worker/api/README.md, "Change a table". Wrangler applies the SQL files in their order.
 */
export default defineConfig({
  dialect: "sqlite",
  schema: "./worker/api/tables/*.ts",
  out: "./worker/api/migrations",
  breakpoints: false,
});
