/**
 * Chromium's virtual authenticator (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn): passkeys without a
 * device.
 */
import type { CDPSession, Page } from "playwright-core";

export interface VirtualAuthenticator {
  /** Whether a user touches it when it asks (user presence). */
  readonly touch: (isTouched: boolean) => Promise<void>;
  /** Whether it recognises the user (user verification). */
  readonly recognise: (isRecognised: boolean) => Promise<void>;
  readonly countPasskeys: () => Promise<number>;
  /** Removes its passkeys. */
  readonly clear: () => Promise<void>;
}

/** An authenticator that is touched and recognises the user. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    touch: async (enabled) =>
      void (await devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled })),
    recognise: async (isUserVerified) =>
      void (await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })),
    countPasskeys: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    clear: async () => void (await devtools.send("WebAuthn.clearCredentials", { authenticatorId })),
  };
}
