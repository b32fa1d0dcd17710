/** `POST /language`: the language switch without JavaScript. Sets the cookie and returns to the same page. */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isLanguage, languageCookie, LANGUAGES } from "#shared/languages.ts";
import { MAX_LANGUAGE_FORM_BYTES } from "#shared/limits.ts";
import { hrefInLanguage, pageHref, parseNext, RETURN_TO_FIELD } from "#shared/routes.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { isHttps } from "./visitor-language.ts";

/** Answers a larger form with 413; goes before `chooseLanguage`. */
export const limitLanguageForm = bodyLimit({
  maxSize: MAX_LANGUAGE_FORM_BYTES,
  onError: () => problemResponse(413, { code: "payload_too_large", detail: "The form is too large." }),
});

export async function chooseLanguage(c: Context<GatewayEnv>): Promise<Response> {
  const form = await c.req.parseBody().catch(() => null);
  const language = form?.["language"];
  if (!isLanguage(language)) {
    return problemResponse(400, {
      code: "invalid",
      detail: `Field "language" must be one of ${LANGUAGES.join(", ")}.`,
    });
  }
  const returnTo = form?.[RETURN_TO_FIELD];
  const path = parseNext(typeof returnTo === "string" ? returnTo : null) ?? "/";
  c.header("Set-Cookie", languageCookie(language, isHttps(c)));
  c.header("Cache-Control", "no-store");
  return c.redirect(hrefInLanguage(path, language) ?? pageHref(language, "home"), 303);
}
