/** The worker's entry for rendering what other sites embed of a trader. */
import type { ReactElement } from "react";
import { I18nextProvider } from "react-i18next";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { traderKey } from "./data/keys.ts";
import { RuntimeConfigProvider, type RuntimeConfig } from "./data/runtime-config.tsx";
import { serverI18n } from "./i18n/create-i18n.ts";
import type { Texts } from "./i18n/namespaces.ts";
import badgeCss from "./pages/traders/embed/badge.css?inline";
import embedCss from "./pages/traders/embed/embed.css?inline";
import { TraderBadge } from "./pages/traders/embed/trader-badge.tsx";
import { TraderEmbed } from "./pages/traders/embed/trader-embed.tsx";

export { traderKey };

export interface Picture {
  readonly element: ReactElement;
  /** Content of its only style element. */
  readonly css: string;
}

export interface PictureOptions {
  readonly trader: TraderDetail;
  readonly readAtMs: number;
  readonly isBadge: boolean;
}

export function createPicture(
  { isBadge, ...shown }: PictureOptions,
  config: RuntimeConfig,
  texts: Texts,
): Picture {
  const css = (isBadge ? badgeCss : embedCss).trim();
  const Content = isBadge ? TraderBadge : TraderEmbed;
  return {
    css,
    element: (
      <RuntimeConfigProvider config={config}>
        <I18nextProvider i18n={serverI18n(config.language, texts)}>
          <Content {...shown} css={css} />
        </I18nextProvider>
      </RuntimeConfigProvider>
    ),
  };
}
