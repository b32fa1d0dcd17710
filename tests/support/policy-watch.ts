/** Records everything that the Content-Security-Policy blocks, from the start of a document. */
import type { BrowserContext } from "playwright-core";

/**
 * Violations in the pages that the context opens from now on, including console messages about them, oldest first. Needs
 * script: without it a browser reports violations only in its console.
 */
export async function watchPolicy(context: BrowserContext): Promise<readonly string[]> {
  const violations: string[] = [];
  await context.exposeBinding("tellViolation", (_source, violation: string) => violations.push(violation));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sample, documentURI } = event;
      const tell: unknown = Reflect.get(window, "tellViolation");
      if (typeof tell === "function") tell(`${documentURI}: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on("console", (message) => {
    if (/Content[- ]Security[- ]Policy|Trusted ?(Type|Script|HTML)|Refused to/i.test(message.text())) {
      violations.push(message.text());
    }
  });
  return violations;
}
