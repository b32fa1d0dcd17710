/**
 * The document's first script (ui/early-script.tsx, worker/local/early-script-build.ts): what cannot wait for the first module,
 * which comes with the document's end. One script by itself, which sends nothing and draws nothing.
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
// React hydrates a document without it; where something keeps it from running, the entry removes it.
document.currentScript?.remove();
