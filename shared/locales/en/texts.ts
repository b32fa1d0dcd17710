/** All texts of one language, by namespace. */
import about from "./about.json";
import admin from "./admin.json";
import common from "./common.json";
import cookiePolicy from "./cookie-policy.json";
import embed from "./embed.json";
import environment from "./environment.json";
import feeds from "./feeds.json";
import filters from "./filters.json";
import home from "./home.json";
import instruction from "./instruction.json";
import live from "./live.json";
import login from "./login.json";
import messages from "./messages.json";
import notifications from "./notifications.json";
import offline from "./offline.json";
import passkey from "./passkey.json";
import privacyPolicy from "./privacy-policy.json";
import profile from "./profile.json";
import publish from "./publish.json";
import push from "./push.json";
import queue from "./queue.json";
import refusal from "./refusal.json";
import search from "./search.json";
import session from "./session.json";
import shell from "./shell.json";
import signal from "./signal.json";
import terms from "./terms.json";
import traders from "./traders.json";
import verify from "./verify.json";
import vitals from "./vitals.json";
import watch from "./watch.json";
import webManifest from "./web-manifest.json";
import webhooks from "./webhooks.json";

export const texts = {
  about,
  admin,
  common,
  "cookie-policy": cookiePolicy,
  embed,
  environment,
  feeds,
  filters,
  home,
  instruction,
  live,
  login,
  messages,
  notifications,
  offline,
  passkey,
  "privacy-policy": privacyPolicy,
  profile,
  publish,
  push,
  queue,
  refusal,
  search,
  session,
  shell,
  signal,
  terms,
  traders,
  verify,
  vitals,
  watch,
  "web-manifest": webManifest,
  webhooks,
};
