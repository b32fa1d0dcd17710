/** Puts kept parts into one rendering of a page, and keeps the parts that it had to render. The style sheet is one of them. */
import { DATA_MARK_ID, MARK_ELEMENT, type PlacePart } from "#client/entry.server.tsx";
import type { KeptParts } from "./kept-parts.ts";

export interface PartFiller {
  /** For the `KeptPartsProvider` around the rendering. */
  readonly place: PlacePart;
  /** What React streams, to what the browser gets. */
  readonly transform: (html: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;
}

const START = "start-";
const END = "end-";
const STYLE = "style";
const MARK = new RegExp(
  `<${MARK_ELEMENT} id="(?:(${START}|${END})?(\\d+)|${STYLE}|${DATA_MARK_ID})"></${MARK_ELEMENT}>`,
  "g",
);
const MARK_BEGINNING = `<${MARK_ELEMENT}`;
const MARK_ENDING = `</${MARK_ELEMENT}>`;

/** Stands for the style sheet's text: the same in every document, it goes out as bytes that were made once. */
export const STYLE_MARK = `${MARK_BEGINNING} id="${STYLE}">${MARK_ENDING}`;
const DATA_MARK = `${MARK_BEGINNING} id="${DATA_MARK_ID}">${MARK_ENDING}`;

/** A part that is being rendered: everything since its start. */
interface OpenPart {
  readonly number: number;
  html: string;
}

/** What of a page is sent: all of it, or what comes before or after its `DataStart`. */
export type Extent = "whole" | "before-data" | "from-data";

export interface PartFillerOptions {
  readonly kept: KeptParts;
  readonly language: string;
  readonly cssBytes: Uint8Array;
  readonly extent?: Extent;
}

export function createPartFiller({
  kept,
  language,
  cssBytes,
  extent = "whole",
}: PartFillerOptions): PartFiller {
  let isSilent = extent === "from-data";
  const keys: string[] = [];
  const found: (string | undefined)[] = [];
  const open: OpenPart[] = [];

  function place(key: string): ReturnType<PlacePart> {
    const number = keys.push(`${language} ${key}`) - 1;
    const html = kept.find(keys[number] ?? "");
    found.push(html);
    return html === undefined
      ? { isKept: false, start: `${START}${number}`, end: `${END}${number}` }
      : { isKept: true, mark: `${number}` };
  }

  /** `html` holds whole marks only. */
  function fillMarks(html: string): (string | Uint8Array)[] {
    const pieces: (string | Uint8Array)[] = [];
    let filled = "";
    let from = 0;
    const add = (text: string) => {
      if (!isSilent) filled += text;
      for (const part of open) part.html += text;
    };
    for (const { 0: mark, 1: kind, 2: digits, index } of html.matchAll(MARK)) {
      add(html.slice(from, index));
      from = index + mark.length;
      const number = Number(digits);
      if (mark === DATA_MARK) isSilent = extent === "before-data";
      else if (mark === STYLE_MARK) {
        if (!isSilent) pieces.push(filled, cssBytes);
        filled = "";
      } else if (kind === START) open.push({ number, html: "" });
      else if (kind === END) close(number);
      else add(found[number] ?? "");
    }
    add(html.slice(from));
    pieces.push(filled);
    return pieces;
  }

  function close(number: number): void {
    const part = open.pop();
    const key = keys[number];
    if (part?.number === number && key !== undefined) kept.keep(key, part.html);
  }

  function transform(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let rest = "";
    return stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          const html = rest + decoder.decode(chunk, { stream: true });
          const end = endOfWholeMarks(html);
          rest = html.slice(end);
          for (const piece of fillMarks(html.slice(0, end))) {
            if (piece.length > 0)
              controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
          }
        },
        flush(controller) {
          if (!isSilent) controller.enqueue(encoder.encode(rest + decoder.decode()));
        },
      }),
    );
  }

  return { place, transform };
}

/** Where the HTML that has come so far may be cut, so that no mark is cut through. */
function endOfWholeMarks(html: string): number {
  const mark = html.lastIndexOf(MARK_BEGINNING);
  if (mark >= 0 && !html.includes(MARK_ENDING, mark)) return mark;
  const tag = html.lastIndexOf("<");
  return tag >= 0 && MARK_BEGINNING.startsWith(html.slice(tag)) ? tag : html.length;
}
