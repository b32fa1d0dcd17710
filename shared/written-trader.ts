/** Traders as people write them. */

/** What a handle would be: the name that a list shows is mostly its handle in capitals and blanks. */
export function handleOfWritten(written: string): string {
  return written.trim().toLowerCase().replaceAll(/\s+/g, "-");
}

/** Whether handle or name holds what is written, in any case. */
export function holdsTrader(
  { handle, name }: { readonly handle: string; readonly name: string },
  written: string,
): boolean {
  return (
    handle.includes(handleOfWritten(written)) || name.toLowerCase().includes(written.trim().toLowerCase())
  );
}
