/** Door of live news: the room, and the way to tell it that the record has grown. */
export { announceToRoom } from "./announce.ts";
export { SignalRoom } from "./signal-room.ts";
