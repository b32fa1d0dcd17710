/** The one script in the document itself: keeps the browser's offer to install, which may come before any module has run. */

/** Name of the window property that holds the event. */
export const EARLY_INSTALL_EVENT = "earlyInstallEvent";

export const EARLY_SCRIPT = `addEventListener("beforeinstallprompt",e=>{e.preventDefault();window.${EARLY_INSTALL_EVENT}=e},{once:true})`;
