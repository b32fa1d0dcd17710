/** How a program is connected to a key: what to paste into it, and a dry run. */
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { HttpError, logOwnFault, NetworkError, readHttpError } from "#client/data/http-error.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { failureOf, useFailureText } from "#client/features/form/failure.ts";
import { Button } from "#client/ui/button.tsx";
import { CopyText } from "#client/ui/copy-text.tsx";
import { Field } from "#client/ui/field.tsx";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { ALERT_PROBLEM_CODES, AlertTrial } from "#shared/contracts/ingest-messages.ts";
import { formatTimes } from "./publish-summary.tsx";

/** TradingView fills in the placeholders; their names are in its help, "How to use a variable value in alert". */
const tradingView = () => `{
  "ticker": "{{ticker}}",
  "action": "{{strategy.order.action}}",
  "market_position": "{{strategy.market_position}}",
  "price": "{{close}}",
  "time": "{{time}}",
  "timenow": "{{timenow}}"
}`;

/** `WebRequest` as in the MQL5 reference; MQL4 has the same. */
const metaTrader = (url: string) => String.raw`// SendSignal("buy") or SendSignal("sell")
void SendSignal(string action)
{
   string text = StringFormat("{\"ticker\":\"%s\",\"action\":\"%s\",\"price\":\"%s\"}",
      _Symbol, action, DoubleToString(SymbolInfoDouble(_Symbol, SYMBOL_BID), _Digits));
   char data[], result[];
   string headers;
   StringToCharArray(text, data, 0, StringLen(text), CP_UTF8);
   int status = WebRequest("POST",
      "${url}",
      "Content-Type: application/json\r\n", 5000, data, result, headers);
   if(status < 200 || status > 299)
      Print(status, " ", CharArrayToString(result, 0, WHOLE_ARRAY, CP_UTF8));
}`;

/** Freqtrade fills in the names in braces, and sends only the kinds of messages that have a part: here entries. */
const freqtrade = (url: string) => `"webhook": {
  "enabled": true,
  "url": "${url}",
  "format": "json",
  "entry": {
    "trade_id": "{trade_id}",
    "pair": "{pair}",
    "direction": "{direction}",
    "price": "{open_rate}"
  }
}`;

const curl = (url: string) => `curl --data 'EURUSD buy 5m' '${url}'`;

/** What a trader pastes into the program that sends the signals; `url` is the address of the key. */
export const RECIPES = { tradingView, metaTrader, freqtrade, curl } as const;

const TOOLS = [
  ["tradingView", "TradingView"],
  ["metaTrader", "MetaTrader"],
  ["freqtrade", "Freqtrade"],
  ["curl", "curl"],
] as const satisfies readonly (readonly [keyof typeof RECIPES, string])[];

/** `path`: that of a key that has just been made; without it the address may be pasted. */
export function KeyRecipe({ path: made }: { readonly path?: string }) {
  const { t } = useTranslation("messages");
  const group = useId();
  const [pasted, setPasted] = useState("");
  const path = made ?? hookPath(pasted);
  const { siteOrigin: origin } = useRuntimeConfig();
  const url = origin + (path ?? `/api/hooks/${t("recipe.key")}/`);
  return (
    <div className="recipes">
      {made === undefined ? (
        <TextField
          label={t("recipe.address")}
          hint={t("recipe.addressHint")}
          error={pasted !== "" && path === null ? t("recipe.addressProblem") : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setPasted(target.value)}
        />
      ) : null}
      {TOOLS.map(([tool, name]) => (
        <details key={tool} name={group} open={tool === "tradingView"}>
          <summary>{name}</summary>
          <ol className="recipe">
            {t(`recipe.${tool}.steps`, { returnObjects: true, origin }).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <CopyText label={t(`recipe.${tool}.message`)} text={RECIPES[tool](url)} />
        </details>
      ))}
      <p>{t("recipe.published")}</p>
      <TryMessage path={path} />
    </div>
  );
}

/** The path in an address of a key, or to the key alone; null if the text is neither. */
function hookPath(text: string): string | null {
  const [, key] = /^(?:\S*\/api\/hooks\/)?(tmk_[\w-]+)\/?$/.exec(text.trim()) ?? [];
  return key === undefined ? null : `/api/hooks/${key}/`;
}

const EXAMPLE = `{ "ticker": "EURUSD", "action": "buy", "price": "1.0851" }`;

/** The dry run of a message: what it would become, or why it would be refused. `path`: that of the key; null if it is not known. */
function TryMessage({ path }: { readonly path: string | null }) {
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
