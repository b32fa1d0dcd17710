/** What feeds, the offline page and notifications say, in each language. Written by `npm run language -- add`. */
import type { Language } from "#shared/site/languages.ts";
import enFeeds from "./en/feeds.json" with { type: "json" };
import deFeeds from "./de/feeds.json" with { type: "json" };
import frFeeds from "./fr/feeds.json" with { type: "json" };
import itFeeds from "./it/feeds.json" with { type: "json" };
import esFeeds from "./es/feeds.json" with { type: "json" };
import enOffline from "./en/offline.json" with { type: "json" };
import deOffline from "./de/offline.json" with { type: "json" };
import frOffline from "./fr/offline.json" with { type: "json" };
import itOffline from "./it/offline.json" with { type: "json" };
import esOffline from "./es/offline.json" with { type: "json" };
import enPush from "./en/push.json" with { type: "json" };
import dePush from "./de/push.json" with { type: "json" };
import frPush from "./fr/push.json" with { type: "json" };
import itPush from "./it/push.json" with { type: "json" };
import esPush from "./es/push.json" with { type: "json" };

export const FEED_TEXTS: Readonly<Record<Language, typeof enFeeds>> = {
  en: enFeeds,
  de: deFeeds,
  fr: frFeeds,
  it: itFeeds,
  es: esFeeds,
};

export const OFFLINE_TEXTS: Readonly<Record<Language, typeof enOffline>> = {
  en: enOffline,
  de: deOffline,
  fr: frOffline,
  it: itOffline,
  es: esOffline,
};

export const PUSH_TEXTS: Readonly<Record<Language, typeof enPush>> = {
  en: enPush,
  de: dePush,
  fr: frPush,
  it: itPush,
  es: esPush,
};
