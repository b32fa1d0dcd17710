/** The dry run of a message: what it would become, or why it would be refused. Nothing is published. */
import { type FormEvent, useState } from "react";
import * as v from "valibot";
import { useTranslation } from "react-i18next";
import { HttpError, logOwnFault, NetworkError, readHttpError } from "#client/data/http-error.ts";
import { failureOf, useFailureText } from "#client/features/form/failure.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/field.tsx";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { ALERT_PROBLEM_CODES, AlertTrial } from "#shared/contracts/ingest-messages.ts";
import { formatTimes } from "./publish-summary.tsx";

const EXAMPLE = `{ "ticker": "EURUSD", "action": "buy", "price": "1.0851" }`;

/** `path`: that of the key; null if it is not known. */
export function TryMessage({ path }: { readonly path: string | null }) {
  const { t } = useTranslation("messages");
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<AlertTrial | HttpError | NetworkError | null>(null);

  async function tryIt(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    const text = new FormData(event.currentTarget).get("message");
    if (path === null || typeof text !== "string") return;
    setIsBusy(true);
    setAnswer(await askFor(`${path}dry-run/`, text));
    setIsBusy(false);
  }

  return (
    <form className="form" onSubmit={(event) => void tryIt(event)}>
      <Field label={t("recipe.try")} hint={t(path === null ? "recipe.tryFirst" : "recipe.tryHint")}>
        {(control) => (
          <textarea {...control} name="message" rows={3} defaultValue={EXAMPLE} spellCheck={false} />
        )}
      </Field>
      <div className="actions">
        <Button type="submit" isBusy={isBusy} disabled={path === null}>
          {t("recipe.tryNow")}
        </Button>
      </div>
      <div role="status">
        {answer === null ? null : answer instanceof Error ? (
          <Refusal error={answer} />
        ) : (
          <Trial trial={answer} />
        )}
      </div>
    </form>
  );
}

/** Sent as it was typed, unlike the JSON that `Http` sends. */
async function askFor(path: string, body: string): Promise<AlertTrial | HttpError | NetworkError> {
  try {
    const response = await fetch(path, { method: "POST", body });
    return response.ok
      ? v.parse(AlertTrial, await response.json())
      : await readHttpError(response, Date.now());
  } catch (error) {
    logOwnFault(error);
    return new NetworkError(error);
  }
}

function Trial({
  trial: { signal, duplicate_of, not_understood: names, warning },
}: {
  readonly trial: AlertTrial;
}) {
  const { t } = useTranslation(["admin", "common", "messages"]);
  const { locale, payout } = useFormats();
  const zone = useShownZone();
  const times = { entry_at: Date.parse(signal.entry_at), expires_at: Date.parse(signal.expires_at) };
  return (
    <div className="callout">
      <p>{t(duplicate_of === null ? "messages:recipe.would" : "messages:recipe.known")}</p>
      <p className="publish-sentence">
        {[
          `${signal.asset} ${t(`common:direction.${signal.direction}`)}`,
          payout(signal.payout),
          formatTimes(times, locale, zone),
          signal.trader,
        ].join(", ")}
      </p>
      {names.length === 0 ? null : (
        <p>
          {t("admin:keys.notUnderstood")}: <code>{names.join(", ")}</code>
        </p>
      )}
      {warning === null ? null : <p lang="en">{warning}</p>}
    </div>
  );
}

function Refusal({ error }: { readonly error: HttpError | NetworkError }) {
  const { t } = useTranslation("messages");
  const textOf = useFailureText();
  const code = ALERT_PROBLEM_CODES.find((known) => error instanceof HttpError && known === error.code);
  if (code === undefined || !(error instanceof HttpError)) {
    return <p className="callout callout--caution">{textOf(failureOf(error))}</p>;
  }
  return (
    <div className="callout callout--caution">
      <p>
        {t("recipe.refused")} {t(`reasons.${code}`)}
      </p>
      {/* The words that the sender of the message gets. */}
      <small lang="en">{error.detail}</small>
    </div>
  );
}
