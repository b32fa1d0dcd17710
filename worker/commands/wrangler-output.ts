/** What wrangler's output says. */
import * as v from "valibot";

/** The list in it; wrangler may print something else before its answer. */
export function jsonIn(output: string): unknown {
  return JSON.parse(output.slice(output.indexOf("[")));
}

const Secrets = v.array(v.object({ name: v.string() }));

/** Names of the worker's secrets; none before the first deployment, when there is no worker. */
export async function listSecrets(
  wrangler: (...args: readonly string[]) => Promise<string>,
  environment: string,
): Promise<readonly string[]> {
  try {
    const output = await wrangler("secret", "list", "--format", "json", `--env=${environment}`);
    return v.parse(Secrets, jsonIn(output)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && /Worker "[^"]*".* not found|does not exist|10007/i.test(error.message))
      return [];
    throw error;
  }
}
