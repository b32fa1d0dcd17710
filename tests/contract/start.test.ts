/** `npm start` where it cannot start: it says why in one sentence, before it makes anything. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

async function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, args, { env });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { status, stdout, stderr };
}

it("a taken port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { status, stdout, stderr } = await run(["worker/local/start.ts"], {
    ...process.env,
    PORT: String(port),
  });
  other.close();
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(new RegExp(`^Port ${port} is in use: [^\\n]+\\n$`));
});

it("a Node that cannot run it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "node-"));
  const older = join(folder, "older.cjs");
  writeFileSync(older, 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } });');
  const { status, stdout, stderr } = await run([
    "-r",
    older,
    "-r",
    "./worker/local/need-node.cjs",
    "worker/local/start.ts",
  ]);
  rmSync(folder, { recursive: true });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^Tidemark needs Node 24, and this is 20\.20\.2: [^\n]+\n$/);
});
