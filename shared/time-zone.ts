/** True for an IANA time zone that this machine can tell times in. Browsers may name one that they cannot: `Etc/Unknown`. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== "string") return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}
