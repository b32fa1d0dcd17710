/**
 * Reads the filters of a list from its address. Two more parameters say how to read dates: `dates`, the order of day and month,
 * and `zone`, the zone of the days.
 */
import { type DateOrder, parseDateText } from "#shared/time/date-text.ts";
import { dayInZone, isTimeZone } from "#shared/time/local-time.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";

export function readText(query: URLSearchParams, name: string): string {
  return withoutInvisible(query.get(name) ?? "");
}

/** `yyyy-mm-dd` of a filter; null if it is empty or no date. */
export function readDate(query: URLSearchParams, name: string): string | null {
  const text = readText(query, name);
  return text === "" ? null : parseDateText(text, readOrder(query));
}

/** The zone of a query's dates, an IANA name; UTC if it names none. */
export function readZone(query: URLSearchParams): string {
  const zone = query.get("zone");
  return isTimeZone(zone) ? zone : "UTC";
}

/**
 * Start or end of a day as the API takes it: a date in UTC, an instant in other zones. Anything that is no date stays as it is.
 */
export function readPeriodEdge(query: URLSearchParams, name: string, edge: "start" | "end"): string {
  const date = readDate(query, name);
  if (date === null) return readText(query, name);
  const zone = readZone(query);
  if (zone === "UTC") return date;
  return new Date(dayInZone(date, zone)[edge]).toISOString();
}

function readOrder(query: URLSearchParams): DateOrder {
  return query.get("dates") === "dmy" ? "dmy" : "mdy";
}
