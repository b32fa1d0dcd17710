/** Door of live news: the rooms, and the way to tell them that the record has grown. */
export { announceToRooms } from "./announce.ts";
export { SignalRoom } from "./signal-room.ts";
