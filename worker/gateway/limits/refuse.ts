/** A refusal in the form that the address is answered in: JSON for data, plain text for files, a page for people. */
import type { Context } from "hono";
import type { Problem } from "#shared/contracts/problem.ts";
import { isLanguage } from "#shared/languages.ts";
import { isDataPath } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { readPageAddress } from "#shared/page-address.ts";
import { visitorLanguage } from "#worker/gateway/pages/visitor-language.ts";
import { problemResponse } from "#worker/http/problem.ts";
import type { ReadEdition } from "#worker/gateway/editions.ts";
import { refusalPage, type RefusalReason } from "./refusal-page.ts";

export interface Refusal {
  readonly status: number;
  /** What people are told. */
  readonly reason: RefusalReason;
  /** What programs are told. */
  readonly problem: Problem;
  /** Where asking again later helps. */
  readonly retryAfterSeconds?: number;
}

export async function refuse(
  c: Context<GatewayEnv>,
  { retryAfterSeconds, ...refusal }: Refusal,
  readEdition: ReadEdition,
): Promise<Response> {
  const response = await inForm(c, refusal, readEdition);
  if (retryAfterSeconds !== undefined) response.headers.set("Retry-After", String(retryAfterSeconds));
  return response;
}

async function inForm(
  c: Context<GatewayEnv>,
  { status, reason, problem }: Refusal,
  readEdition: ReadEdition,
): Promise<Response> {
  const { path, method } = c.req;
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || isDataPath(path)) {
    return problemResponse(status, problem);
  }
  if (readPageAddress(path).kind === "file") {
    return new Response(`${problem.detail}\n`, {
      status,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  }
  const [, named] = /^\/([a-z]{2})(?:\/|$)/.exec(path) ?? [];
  const language = isLanguage(named) ? named : visitorLanguage(c).language;
  const edition = await readEdition(language);
  return refusalPage({ language, edition, reason, status });
}
