/** Matches traders by typed text. */
import { foldText } from "#shared/text/folded-text.ts";

interface Named {
  readonly handle: string;
  readonly name: string;
}

/** The text as a handle: most names are the handle with capitals and spaces. */
export function handleOfWritten(written: string): string {
  return written.trim().toLowerCase().replaceAll(/\s+/g, "-");
}

/** Handle and name as they are searched for. */
export function foldTrader({ handle, name }: Named): string {
  return `${foldText(handle)} ${foldText(name)}`;
}

/** Whether handle or name contains the text, ignoring case, accents, spaces and punctuation. */
export function holdsTrader(trader: Named, written: string): boolean {
  const folded = foldText(written);
  return folded !== "" && foldTrader(trader).includes(folded);
}
