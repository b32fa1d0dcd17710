/**
 * Stands in the worker's bundle (worker/local/worker-build.ts) for what only a browser shows: views behind sign-in, because the
 * server renders for nobody in particular (session/nobodys-session.ts), and what begins with a press or in an effect.
 * Each name stands for the export of that name in the file that is left out.
 */
function neverOnTheServer(): never {
  throw new TypeError("The server does not render what only a browser shows");
}

export const AdminArea = neverOnTheServer;
export const browserSha256 = neverOnTheServer;
export const Calendar = neverOnTheServer;
export const checkLedger = neverOnTheServer;
export const createToastStore = neverOnTheServer;
export const LedgerCheckReport = neverOnTheServer;
export const ProfileViews = neverOnTheServer;
export const readLiveNews = neverOnTheServer;
export const ToastItem = neverOnTheServer;
