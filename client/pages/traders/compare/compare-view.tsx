/** Compares two to four traders side by side, at an address of its own. */
import { lazy, Suspense, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isAbsent } from "#client/data/http-error.ts";
import { traderKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { PastResults } from "#client/features/figures/past-results.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { CompareCurves } from "./compare-curves.tsx";
import { CompareHead } from "./compare-head.tsx";
import { choose } from "./chosen.ts";
import { CompareTable } from "./compare-table.tsx";
import { COMPARED } from "./compared-handles.ts";

/** A chunk of its own in the browser, because of the library for suggestions; until it has loaded, the server's form stays. */
const AddTrader = import.meta.env.SSR
  ? (await import("./add-trader.tsx")).AddTrader
  : lazy(async () => ({ default: (await import("./add-trader.tsx")).AddTrader }));

export function CompareView({ handles }: { readonly handles: readonly string[] }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const isTooMany = handles.length > COMPARED.most;
  const answers = useTraders(isTooMany ? [] : handles);
  const [first, second, third, fourth] = answers.map(({ data }) => data);
  const traders = useMemo(
    () => [first, second, third, fourth].flatMap((trader) => trader ?? []),
    [first, second, third, fourth],
  );
  const compared = traders.map(({ handle }) => handle).join(" ");
  // After Back, the list shows these as ticked.
  useEffect(() => {
    if (compared !== "") choose(compared.split(" "));
  }, [compared]);
  const unknown = handles.filter((_, index) => isAbsent(answers[index]?.error));
  const kept = isTooMany ? [] : handles.filter((handle) => !unknown.includes(handle));
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
          <CompareCurves traders={traders} />
          <CompareTable traders={traders} />
        </>
      ) : null}
      {kept.length < COMPARED.most ? (
        <Suspense fallback={<div className="compare-add" />}>
          <AddTrader key={kept.length} handles={kept} />
        </Suspense>
      ) : null}
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
