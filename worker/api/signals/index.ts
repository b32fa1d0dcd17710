/** Door of the signals: their routes, and the verbs that publish and end them. */
export { settleOverdue, settleSignal, voidSignal } from "./end-signals.ts";
export { publishSignal } from "./publish-signal.ts";
export { createSignalsRoutes } from "./routes.ts";
