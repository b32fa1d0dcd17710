/** Compares two to four traders side by side, at an address of its own. */
import { useTranslation } from "react-i18next";
import { isAbsent } from "#client/data/http-error.ts";
import { traderKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/ledger/formats.ts";
import { PastResults } from "#client/features/ledger/past-results.tsx";
import { WinRateLegend } from "#client/features/ledger/win-rate.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/routes.ts";
import { CompareHead } from "./compare-head.tsx";
import { CompareForm } from "./compare-form.tsx";
import { COMPARE_PARAM, COMPARED } from "./compared-handles.ts";
import { ComparedFigures, ComparedRates } from "./compare-tables.tsx";

export function CompareView({ handles }: { readonly handles: readonly string[] }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const isTooMany = handles.length > COMPARED.most;
  const answers = useTraders(isTooMany ? [] : handles);
  const traders = answers.flatMap(({ data }) => data ?? []);
  const unknown = handles.filter((_, index) => isAbsent(answers[index]?.error));
  const missing = answers.find(
    ({ data, error }, index) => index < handles.length && !data && !isAbsent(error),
  );
  return (
    <div className="container">
      <CompareHead handles={handles} traders={traders} />
      <p className="back">
        <PageLink to={pageHref(language, "traders")}>{t("detail.back")}</PageLink>
      </p>
      <h1>{t("compare.heading")}</h1>
      <PastResults />
      {isTooMany ? (
        <p className="callout callout--caution" role="alert">
          {t("compare.tooMany", { chosen: count(handles.length), most: count(COMPARED.most) })}
        </p>
      ) : null}
      {unknown.map((handle) => (
        <p key={handle} className="callout callout--caution" role="alert">
          {t("compare.unknown", { handle })}
        </p>
      ))}
      {!isTooMany && missing ? <NotLoaded error={missing.error} retry={missing.mutate} /> : null}
      {traders.length > 0 ? (
        <>
          <WinRateLegend />
          <ComparedRates traders={traders} />
          <ComparedFigures traders={traders} />
        </>
      ) : null}
      {traders.length < COMPARED.most ? <AddTrader traders={traders} /> : null}
    </div>
  );
}

/** Always the maximum number, because the number of hooks must not change. */
function useTraders([first, second, third, fourth]: readonly string[]) {
  return [useTrader(first), useTrader(second), useTrader(third), useTrader(fourth)];
}

function useTrader(handle: string | undefined) {
  return useApi(handle === undefined ? null : traderKey(handle), TraderDetail);
}

function AddTrader({ traders }: { readonly traders: readonly TraderDetail[] }) {
  const { t } = useTranslation("traders");
  return (
    <CompareForm key={traders.length}>
      {traders.map(({ handle }) => (
        <input key={handle} type="hidden" name={COMPARE_PARAM} value={handle} />
      ))}
      <TextField
        name={COMPARE_PARAM}
        label={t("compare.add")}
        placeholder="north-light"
        autoComplete="off"
        maxLength={32}
      />
    </CompareForm>
  );
}
