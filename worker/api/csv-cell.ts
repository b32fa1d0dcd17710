/** One cell of a CSV file (RFC 4180). */

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection); numbers keep their sign.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
