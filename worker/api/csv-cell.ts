/** One cell of a CSV file (RFC 4180). */

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front. So does text after a semicolon: where the
 * comma is the decimal separator, a semicolon begins a new cell, in quotes or not
 * (https://owasp.org/www-community/attacks/CSV_Injection). Numbers keep their sign.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replaceAll(/(?<=^|;)(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/g, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
