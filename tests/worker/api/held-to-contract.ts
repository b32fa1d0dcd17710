/** An API whose every answer is held against the published description; a departure fails the test that met it. */
import type { Hono } from "hono";
import { createJudge, type Judgement } from "#tests/support/openapi-judge.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { createOpenApiDocument } from "#worker/build/openapi/document.ts";

export const judgeAnswer = createJudge(await createOpenApiDocument({ version: "test", comments: {} }));

/** The same API, which now rejects where an answer departs from the document. */
export function holdToContract(
  api: Hono<ApiEnv>,
  tell: (judgement: Judgement) => void = () => {},
): Hono<ApiEnv> {
  const answer = api.fetch;
  return Object.assign(api, {
    fetch: async (request: Request, ...rest: [env?: unknown, context?: ExecutionContext]) => {
      const { method, url } = request;
      const response = await answer(request, ...rest);
      const judgement = await judgeAnswer({ method, path: url, response });
      if (judgement.departure !== null) throw new Error(judgement.departure);
      tell(judgement);
      return response;
    },
  });
}
