/**
 * A part of a page whose HTML is the same whenever its name and key are: the server renders it once for each language and keeps
 * it. A browser renders it like anything else.
 *
 * On the server a mark of our own element stands for the part and is replaced on the way out (worker/gateway/pages/part-filler.ts).
 */
import { createContext, createElement, type ReactNode, use } from "react";

/** Begins a part; a kept one gets a mark in its place, another one marks around its children. */
export type PlacePart = (key: string) => KeptPlace;

export type KeptPlace =
  | { readonly isKept: true; readonly mark: string }
  | { readonly isKept: false; readonly start: string; readonly end: string };

const PlacePartContext = createContext<PlacePart | null>(null);

/** Stands around a rendering on the server. */
export const KeptPartsProvider = PlacePartContext.Provider;

export const MARK_ELEMENT = "kept-part";

export const DATA_MARK_ID = "data";

/**
 * Where a page begins to show data: everything before it is the same without. Where data is slow the server sends the page up to
 * here, and the rest when the data is there.
 */
export function DataStart() {
  return use(PlacePartContext) ? createElement(MARK_ELEMENT, { id: DATA_MARK_ID }) : null;
}

export interface KeptPartProps {
  /** Without a name the part is rendered each time. */
  readonly name: string | undefined;
  /** Everything the part depends on beside its language and the build; it survives JSON. */
  readonly by?: unknown;
  /** Elements, no text at either end; none may use `useId`, whose ids tell where in the page they were made, or hold a nonce. */
  readonly children: ReactNode;
}

export function KeptPart({ name, by = null, children }: KeptPartProps) {
  const placePart = use(PlacePartContext);
  const place = name === undefined ? null : placePart?.(`${name} ${JSON.stringify(by)}`);
  if (!place) return children;
  if (place.isKept) return createElement(MARK_ELEMENT, { id: place.mark });
  return (
    <>
      {createElement(MARK_ELEMENT, { id: place.start })}
      {children}
      {createElement(MARK_ELEMENT, { id: place.end })}
    </>
  );
}
