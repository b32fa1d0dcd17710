/** Builds client/early.ts: one plain script, which documents carry. */
import { build } from "vite";

/** Its text, which no end tag stands in. */
export async function buildEarlyScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: "client/early.ts", output: { format: "iife" } },
    },
  });
  const [script] = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  if (script?.type !== "chunk") throw new Error("The build has no early script");
  return script.code.trim();
}
