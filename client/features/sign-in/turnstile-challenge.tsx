/** The widget of Cloudflare Turnstile, and its token for one attempt to sign in. */
import { type Ref, useImperativeHandle, useRef } from "react";
import { Turnstile, type TurnstileInstance } from "@marsidev/react-turnstile";
import { ChallengeFailed } from "./sign-in-failure.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { TURNSTILE_WAIT_MS } from "#shared/limits/sessions.ts";

export interface TurnstileHandle {
  /** A token that serves once. Rejects with `ChallengeFailed` where the widget gives none in time. */
  readonly takeToken: () => Promise<string>;
}

export interface TurnstileChallengeProps {
  readonly siteKey: string;
  readonly ref: Ref<TurnstileHandle>;
}

/** Seen only where it has something to ask. */
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
  // As the page is shown: `light dark` where that is the device's.
  const { colorScheme } = getComputedStyle(document.documentElement);
  const theme = colorScheme === "dark" || colorScheme === "light" ? colorScheme : "auto";
  const options = { appearance: "interaction-only", language, size: "flexible", theme } as const;
  return <Turnstile ref={widget} siteKey={siteKey} options={options} />;
}
