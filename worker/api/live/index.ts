/** Door of live news: the room, its routes, and the way to tell it that the record has grown. */
export { announceToRoom } from "./announce.ts";
export { createLiveRoutes } from "./routes.ts";
export { SignalRoom } from "./signal-room.ts";
