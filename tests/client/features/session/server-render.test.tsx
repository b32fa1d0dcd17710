/** What the session's components are on the server, and before hydration has ended. */
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { ANONYMOUS_SESSION } from "#client/features/session/anonymous-session.ts";
import { RequireSignIn } from "#client/features/session/require-sign-in.tsx";
import { SessionProvider, useSession } from "#client/features/session/session-context.tsx";
import { SignInDialog } from "#client/features/sign-in/sign-in-dialog.tsx";
import { InLanguage } from "#tests/client/in-language.tsx";
import { SignInForm } from "#client/features/sign-in/sign-in-form.tsx";

function render(element: ReactNode): string {
  const router = createMemoryRouter([{ path: "/de/profile", element }], { initialEntries: ["/de/profile"] });
  return renderToString(
    <InLanguage language="de">
      <SessionProvider session={ANONYMOUS_SESSION}>
        <RouterProvider router={router} />
      </SessionProvider>
    </InLanguage>,
  );
}

describe("the sign-in form on the server", () => {
  const html = render(<SignInForm />);

  it("would send nothing without script, so that no credentials get into an address", () => {
    expect(html).toMatch(/<form[^>]* method="dialog"/);
    expect(html).not.toMatch(/<form[^>]* action=/);
  });

  it("says without script that signing in needs it", () => {
    expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>/);
  });

  it("has a labelled account id, described by its hint, and no passcode yet", () => {
    const [, id] = /<label[^>]* for="([^"]+)">Konto-ID<\/label>/.exec(html) ?? [];
    expect(html).toContain(`aria-describedby="${id}-hint"`);
    expect(html).toContain(`id="${id}-hint"`);
    expect(html).toContain('autoComplete="username webauthn"');
    expect(html).not.toContain('name="passcode"');
  });
});

describe("the route guard on the server", () => {
  it("shows a calm skeleton instead of what only members see", () => {
    const html = render(<RequireSignIn>secret</RequireSignIn>);
    expect(html).not.toContain("secret");
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain("skeleton");
  });
});

describe("the sign-in dialog on the server", () => {
  it("is closed and empty", () => {
    const html = render(<SignInDialog isOpen={false} />);
    expect(html).toContain("<dialog");
    expect(html).not.toContain("open=");
    expect(html).not.toContain("<form");
  });
});

describe("useSession", () => {
  it("knows nobody on the server", () => {
    const Phase = () => useSession().state.phase;
    expect(render(<Phase />)).toContain("unknown");
  });

  it("says what is missing outside a SessionProvider", () => {
    const Phase = () => useSession().state.phase;
    expect(() => renderToString(<Phase />)).toThrow("Expected a SessionProvider above");
  });
});
