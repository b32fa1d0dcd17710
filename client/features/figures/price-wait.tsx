/** Explains in a sentence why an expired signal has no price yet, and which source is at fault. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PriceFault, PriceWait as PriceWaitContract } from "#shared/contracts/prices.ts";

const FAULT_TEXTS = {
  down: "down",
  slow: "slow",
  unsettled: "unsettled",
  stale: "stale",
  malformed: "malformed",
  contradictory: "contradictory",
  disagreement: "disagreement",
  not_configured: "notConfigured",
} as const satisfies Record<PriceFault, string>;

export interface PriceWaitProps {
  readonly wait: PriceWaitContract;
  /** Additional text, shown below. */
  readonly children?: ReactNode;
}

export function PriceWait({ wait: { reason, address }, children }: PriceWaitProps) {
  const { t } = useTranslation("live");
  return (
    <span className="two-lines">
      <span>{t(`prices.waits.${FAULT_TEXTS[reason]}`)}</span>
      {address === null ? null : (
        <small>
          <code>{address}</code>
        </small>
      )}
      {children}
    </span>
  );
}
