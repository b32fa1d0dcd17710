/** Error answers for programs: `{detail, code}`, never cached. */
import type { Problem } from "#shared/contracts/problem.ts";

/** JSON error response with `Cache-Control: no-store`; `headers` are added (for instance `Retry-After`). */
export function problemResponse(status: number, problem: Problem, headers: HeadersInit = {}): Response {
  const response = Response.json(problem, { status, headers });
  response.headers.set("Cache-Control", "no-store");
  return response;
}

/** In Django REST's words. */
export function notFound(): Response {
  return problemResponse(404, { detail: "Not found.", code: "not_found" });
}
