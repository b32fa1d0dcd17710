/** How a signal will be or was settled: the rule, the prices or the evidence, or why there is no price. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { Prices } from "#client/features/figures/prices.tsx";
import { PriceWait } from "#client/features/figures/price-wait.tsx";
import { isSettledByHand } from "#client/features/figures/signal.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Evidence, PriceRule, PriceWait as PriceWaitContract } from "#shared/contracts/prices.ts";
import { type Direction, isUnpriced, type Signal } from "#shared/contracts/signals.ts";

/** Renders nothing if nothing is known about the settlement. */
export function Settlement({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("signal");
  const { price_rule: rule, prices, price_wait: wait, stated_price: stated, settled_by: settledBy } = signal;
  const isByHand = isSettledByHand(signal);
  if (!rule && !prices && stated === null && !wait && !isByHand && !isUnpriced(signal)) return null;
  return (
    <section className="settlement">
      {wait ? <Waiting wait={wait} /> : null}
      {isUnpriced(signal) ? <p>{t(prices ? "settlement.gap" : "settlement.never")}</p> : null}
      {isByHand ? <ByHand evidence={signal.evidence} /> : null}
      {!prices && stated !== null ? <Stated price={stated} /> : null}
      {rule || prices ? (
        <details>
          <summary>
            <h2>{t("settlement.byRule")}</h2>
          </summary>
          {rule ? <Rule rule={rule} direction={signal.direction} /> : null}
          {settledBy === "prices" && prices && !isUnpriced(signal) ? <p>{t("settlement.byPrices")}</p> : null}
          {prices ? <Prices prices={prices} stated={stated} /> : null}
        </details>
      ) : null}
    </section>
  );
}

interface RuleProps {
  readonly rule: PriceRule;
  readonly direction: Direction;
}

function Rule({ rule, direction }: RuleProps) {
  const { t } = useTranslation("signal");
  const { duration } = useFormats();
  const { sources, max_quote_age_s: maxAgeSeconds } = rule;
  const addresses = sources.map((address) => (
    <div key={address}>
      <code>{address}</code>
    </div>
  ));
  return (
    <>
      <p className="intro">{t("settlement.rule")}</p>
      <ul className="settlement__rule">
        <li>{t(`settlement.${direction}`)}</li>
        <li>{t("settlement.quotes", { age: duration(maxAgeSeconds * 1000) })}</li>
        {sources.length > 1 ? <li>{t("settlement.both")}</li> : null}
        <li>{t("settlement.void")}</li>
      </ul>
      <Facts facts={[[t("settlement.source"), addresses]]} />
    </>
  );
}

/** Has no warning colour, because the wait harms nobody. */
function Waiting({ wait }: { readonly wait: PriceWaitContract }) {
  const { t } = useTranslation("signal");
  return (
    <div className="callout" role="status">
      <strong>{t("settlement.waits")}</strong>
      <PriceWait wait={wait}>
        <small>
          {t("settlement.noPriceSince")} <Time at={wait.since} precision="second" /> ·{" "}
          {t("settlement.lastAsked")} <Time at={wait.asked_at} precision="second" />
        </small>
      </PriceWait>
    </div>
  );
}

function Stated({ price }: { readonly price: string }) {
  const { t } = useTranslation("live");
  const { price: write } = useFormats();
  return <Facts facts={[[t("prices.stated"), `${write(price)} (${t("prices.statedNote")})`]]} />;
}

function ByHand({ evidence }: { readonly evidence: Evidence | null }) {
  const { t } = useTranslation(["signal", "live"]);
  const { price } = useFormats();
  if (!evidence) return <p>{t("settlement.byHand")}</p>;
  return (
    <>
      <p>
        {t("settlement.byHand")} {t("settlement.evidence")}
      </p>
      <Facts
        facts={[
          [t("live:prices.price"), price(evidence.price)],
          [t("live:prices.quotedAt"), <Time key="at" at={evidence.at} precision="second" />],
          [t("settlement.where"), evidence.where],
          ...(evidence.note === undefined ? [] : [[t("settlement.note"), evidence.note] as const]),
        ]}
      />
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="entry__links">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
