/** The session's components as rendered on the server, and so until hydration has finished. */
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { RuntimeConfigProvider } from "#client/data/runtime-config.tsx";
import { RequireSignIn } from "#client/features/session/require-sign-in.tsx";
import { SignInDialog } from "#client/features/sign-in/sign-in-dialog.tsx";
import type { SitePart } from "#shared/site/site-parts.ts";
import { BRAND, CONFIG } from "#tests/client/in-language.tsx";
import { renderPage } from "#tests/client/render-page.tsx";
import { SignInForm } from "#client/features/sign-in/sign-in-form.tsx";

const render = (element: ReactNode) => renderPage(element, { language: "de", path: "/de/profile" });

describe("the sign-in form on the server", () => {
  const html = render(<SignInForm />);

  it("submits nothing without JavaScript, so that no credentials get into a URL", () => {
    expect(html).toMatch(/<form[^>]* method="dialog"/);
    expect(html).not.toMatch(/<form[^>]* action=/);
  });

  it("says that signing in needs JavaScript", () => {
    expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>/);
  });

  it("has an account id field with a label and a hint, and no passcode field yet", () => {
    const [, id] = /<label[^>]* for="([^"]+)">Konto-ID<\/label>/.exec(html) ?? [];
    expect(html).toContain(`aria-describedby="${id}-hint"`);
    expect(html).toContain(`id="${id}-hint"`);
    expect(html).toContain('autoComplete="username webauthn"');
    expect(html).not.toContain('name="passcode"');
  });
});

it.each<[offered: boolean, siteOrigin: string, absentParts: readonly SitePart[]]>([
  [true, "https://site.example", []],
  [true, "https://10.example", []],
  [true, "http://server1", []],
  [false, "https://site.example", ["passkeys"]],
  // WebAuthn has no passkeys at addresses without a name.
  [false, "http://127.0.0.1:8787", []],
  [false, "http://[::1]:8787", []],
])("a sign-in by passkey is offered: %j at %s without %j", (offered, siteOrigin, absentParts) => {
  const config = { ...CONFIG, language: "de" as const, brand: BRAND, siteOrigin, absentParts };
  const form = (
    <RuntimeConfigProvider config={config}>
      <SignInForm />
    </RuntimeConfigProvider>
  );
  expect(render(form).includes('autoComplete="username webauthn"')).toBe(offered);
});

it("the route guard on the server shows a skeleton instead of the content for members", () => {
  const html = render(<RequireSignIn>secret</RequireSignIn>);
  expect(html).not.toContain("secret");
  expect(html).toContain('aria-busy="true"');
  expect(html).toContain("skeleton");
});

it("the sign-in dialog on the server is closed and empty", () => {
  const html = render(<SignInDialog isOpen={false} />);
  expect(html).toContain("<dialog");
  expect(html).not.toContain("open=");
  expect(html).not.toContain("<form");
});
