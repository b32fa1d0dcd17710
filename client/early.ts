/**
 * The script in the document's head (worker/local/early-script-build.ts): what cannot wait for the first module, which comes with
 * the document's end. It sends nothing and draws nothing.
 */
import { holdPresses } from "./browser/held-presses.ts";
import { keepInstallEvent } from "./browser/early-install-event.ts";
import { keptZone } from "./browser/kept-zone.ts";
import { showZoneWhileParsing } from "./browser/zone-while-parsing.ts";
import { markMember } from "./session/member-mark.ts";
import { chooseZone, shownZone } from "./ui/shown-zone.ts";

keepInstallEvent(window);
holdPresses(window);
markMember(document.documentElement, () => window.localStorage);
chooseZone(keptZone(() => window.localStorage));
showZoneWhileParsing(document, shownZone);
