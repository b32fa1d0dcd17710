import { Hono } from "hono";
import { expect, it } from "vitest";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { createOriginOf } from "#worker/gateway/site-address.ts";
import { createSecurityText } from "#worker/gateway/security-text.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 14, 30);

function ask(contactEmail: string) {
  const app = new Hono<GatewayEnv>();
  app.get("*", createSecurityText({ contactEmail, now: () => NOW_MS, originOf: createOriginOf(null) }));
  return app.request("https://site.example/.well-known/security.txt");
}

it("security.txt has the operator's contact, and expires in less than a year", async () => {
  const response = await ask("security@site.example");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain; charset=utf-8/i);
  expect(await response.text()).toBe(
    [
      "Contact: mailto:security@site.example",
      "Expires: 2027-05-20T00:00:00.000Z",
      "Preferred-Languages: en, de, fr, it, es",
      "Canonical: https://site.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});

it.each(["", "a@b\nContact: mailto:evil@example.com", "nobody"])(
  "security.txt is missing if the contact is %j",
  async (contact) => {
    const response = await ask(contact);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  },
);
