/** What each page with data asks the API for. */
import type { PageKeys, PageModules } from "#client/app/page-module.ts";
import { aboutKeys } from "./about/about-keys.ts";
import { homeKeys } from "./home/home-keys.ts";
import { signalKeys } from "./signal/signal-keys.ts";
import { traderKeys } from "./traders/trader-keys.ts";

export const PAGE_KEYS: Partial<PageModules<PageKeys>> = {
  home: homeKeys,
  about: aboutKeys,
  signal: signalKeys,
  traders: traderKeys,
};
