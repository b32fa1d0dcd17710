/**
 * The script in the document's head (`head_script` in vite.config.ts): what cannot wait for the first module, which runs after
 * parsing. It sends and draws nothing.
 */
import { holdPresses, keepInstallEvent } from "./app/browser/event-replay.ts";
import { showZoneWhileParsing } from "./app/browser/zone-while-parsing.ts";
import { markMember } from "./features/session/member-mark.ts";
import { showKeptTheme } from "./app/theme.ts";
import { readStored } from "#client/data/storage.ts";
import { chooseZone, shownZone } from "./ui/shown-zone.ts";
import { TIME_ZONE_KEY } from "#shared/site/storage-names.ts";

showKeptTheme();
keepInstallEvent(window);
holdPresses(window);
markMember(document.documentElement, () => window.localStorage);
chooseZone(readStored(() => window.localStorage, TIME_ZONE_KEY));
showZoneWhileParsing(document, shownZone);
