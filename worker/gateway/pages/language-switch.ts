/** `POST /language`: the language switch without JavaScript. Sets the cookie and returns to the same page. */
import type { Handler } from "hono";
import { isLanguage, languageCookie, LANGUAGES } from "#shared/site/languages.ts";
import { hrefInLanguage, pageHref, parseNext, RETURN_TO_FIELD } from "#shared/site/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { readIncomingBody } from "#worker/gateway/limits/incoming-body.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { isHttps } from "#worker/gateway/visitor-language.ts";
import { MAX_LANGUAGE_FORM_BYTES } from "#shared/limits/requests.ts";

export function createLanguageChoice(startTimer: StartTimer): Handler<GatewayEnv> {
  return async function chooseLanguage(c) {
    const body = await readIncomingBody(c.req.raw, MAX_LANGUAGE_FORM_BYTES, startTimer);
    if (body instanceof Response) return body;
    const form = new URLSearchParams(new TextDecoder().decode(body));
    const language = form.get("language");
    if (!isLanguage(language)) {
      return problemResponse(400, {
        code: "invalid",
        detail: `Field "language" must be one of ${LANGUAGES.join(", ")}.`,
      });
    }
    const path = parseNext(form.get(RETURN_TO_FIELD)) ?? "/";
    c.header("Set-Cookie", languageCookie(language, isHttps(c)));
    c.header("Cache-Control", "no-store");
    return c.redirect(hrefInLanguage(path, language) ?? pageHref(language, "home"), 303);
  };
}
