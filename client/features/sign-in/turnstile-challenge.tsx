/** Cloudflare Turnstile's widget, and its token for one sign-in attempt. */
import { type Ref, useImperativeHandle, useRef } from "react";
import { Turnstile, type TurnstileInstance } from "@marsidev/react-turnstile";
import { ChallengeFailed } from "./sign-in-failure.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { TURNSTILE_WAIT_MS } from "#shared/limits/sessions.ts";

export interface TurnstileHandle {
  /** A one-time token. Rejects with `ChallengeFailed` if the widget gives none in time. */
  readonly takeToken: () => Promise<string>;
}

export interface TurnstileChallengeProps {
  readonly siteKey: string;
  readonly ref: Ref<TurnstileHandle>;
}

/** Visible only when it needs interaction. */
export function TurnstileChallenge({ siteKey, ref }: TurnstileChallengeProps) {
  const { language } = useRuntimeConfig();
  const widget = useRef<TurnstileInstance>(null);
  useImperativeHandle(ref, () => ({
    async takeToken() {
      const token = await widget.current?.getResponsePromise(TURNSTILE_WAIT_MS).catch(() => null);
      if (!token) throw new ChallengeFailed();
      widget.current?.reset();
      return token;
    },
  }));
  // The page's current colour scheme; `light dark` if it follows the device.
  const { colorScheme } = getComputedStyle(document.documentElement);
  const theme = colorScheme === "dark" || colorScheme === "light" ? colorScheme : "auto";
  const options = { appearance: "interaction-only", language, size: "flexible", theme } as const;
  return <Turnstile ref={widget} siteKey={siteKey} options={options} />;
}
