/**
 * The place of the document's first script (client/early.ts): behind what a page says first, where something follows that takes
 * longer to lay out. Chromium parses in slices and ends one with a script of the body that has taken its time, so that a slow
 * processor paints what stands before the script while the rest is parsed.
 */
import { createContext, type ReactNode, use } from "react";

type TakeScript = () => ReactNode;

const TakeScriptContext = createContext<TakeScript | null>(null);

/**
 * Stands around a rendering on the server; in a browser there is none, since the script is gone before React looks. The first
 * place has the script; the last one is at the end of the main part (app/layout.tsx). None is in a kept part, which would keep
 * the nonce of one answer for all.
 */
export const EarlyScriptProvider = TakeScriptContext.Provider;

/** For one rendering. */
export function takeOnce(script: ReactNode): TakeScript {
  let isTaken = false;
  return () => {
    const taken = isTaken ? null : script;
    isTaken = true;
    return taken;
  };
}

export function EarlyScript() {
  return use(TakeScriptContext)?.() ?? null;
}
