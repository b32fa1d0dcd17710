/**
 * The script in the document's head (worker/local/early-script-build.ts): what cannot wait for the first module, which comes with
 * the document's end. It sends nothing and draws nothing.
 */
import { holdPresses, keepInstallEvent } from "./browser/event-replay.ts";
import { showZoneWhileParsing } from "./browser/zone-while-parsing.ts";
import { markMember } from "./session/member-mark.ts";
import { readStored } from "./storage.ts";
import { chooseZone, shownZone } from "./ui/shown-zone.ts";
import { TIME_ZONE_KEY } from "#shared/storage-names.ts";

keepInstallEvent(window);
holdPresses(window);
markMember(document.documentElement, () => window.localStorage);
chooseZone(readStored(() => window.localStorage, TIME_ZONE_KEY));
showZoneWhileParsing(document, shownZone);
