/** When what an answer says was read, where that was before it was asked for: what is made of it is as old. */
export const READ_AT_HEADER = "X-Read-At";

/** In milliseconds since the epoch, `askedAtMs` at the latest, and that where the answer does not say. */
export function readAtOf(answer: Response, askedAtMs: number): number {
  const said = answer.headers.get(READ_AT_HEADER);
  return said !== null && /^\d{1,15}$/.test(said) ? Math.min(Number(said), askedAtMs) : askedAtMs;
}
