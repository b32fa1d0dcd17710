/** Chromium's virtual authenticator (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn): a device's passkeys without the device. */
import type { CDPSession, Page } from "playwright-core";

export interface VirtualAuthenticator {
  /** Whether somebody touches it when it is asked for. */
  readonly touch: (isTouched: boolean) => Promise<void>;
  /** Whether it recognises whoever touches it. */
  readonly recognise: (isRecognised: boolean) => Promise<void>;
  readonly countPasskeys: () => Promise<number>;
  /** Forgets its passkeys. */
  readonly clear: () => Promise<void>;
}

/** One that is touched, and recognises whoever does. */
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
