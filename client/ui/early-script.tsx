/**
 * The place of the document's first script (client/early.ts): behind what a page says first, where something follows that takes
 * longer to lay out. Chromium parses in slices and ends one with a script of the body that has taken its time, so that a slow
 * processor paints what stands before the script while the rest is parsed.
 */
import { createContext, type ReactNode, use } from "react";

type TakeScript = () => ReactNode;

const TakeScriptContext = createContext<TakeScript | null>(null);

/**
 * Stands around a rendering on the server; in a browser there is none, since the script has removed itself before React looks.
 * The first place has the script; the last one, which every page has, is behind its main part (app/layout.tsx).
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
