/** What other domains may use of live news: the rooms, and the way to announce that the record has grown. */
export { announceToRooms } from "./rooms.ts";
export { SignalRoom } from "./signal-room.ts";
