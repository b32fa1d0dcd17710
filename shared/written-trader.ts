/** Matches traders by typed text. */

/** The text as a handle: the displayed name is mostly the handle in capitals and with spaces. */
export function handleOfWritten(written: string): string {
  return written.trim().toLowerCase().replaceAll(/\s+/g, "-");
}

/** Whether handle or name contains the text, in any case. */
export function holdsTrader(
  { handle, name }: { readonly handle: string; readonly name: string },
  written: string,
): boolean {
  return (
    handle.includes(handleOfWritten(written)) || name.toLowerCase().includes(written.trim().toLowerCase())
  );
}
