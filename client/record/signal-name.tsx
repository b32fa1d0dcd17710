/** A signal by its asset, which leads to it, and its direction. */
import { PageLink } from "#client/app/link.tsx";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { detailHref } from "#shared/routes.ts";
import { Direction } from "./direction.tsx";

export function SignalName({ id, asset, direction }: Pick<Signal, "id" | "asset" | "direction">) {
  const { language } = useRuntimeConfig();
  return (
    <span className="signal-name">
      <PageLink to={detailHref(language, "signal", id)}>{asset}</PageLink> <Direction direction={direction} />
    </span>
  );
}
