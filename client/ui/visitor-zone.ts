/** IANA name of the time zone that this browser is set to. */
export function visitorZone(): string {
  return (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

// Every time of a page asks for it at every render, and each answer would take a formatter of its own.
let zone: string | null = null;
