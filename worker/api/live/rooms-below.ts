/** The rooms that a room informs. They are stored, because they outlive its hibernation. */
import { describeError, type Log } from "#worker/http/logger.ts";
import type { News } from "./read-events.ts";
import { roomOf } from "./rooms.ts";

export class RoomsBelow {
  /** By room name, a mark of its last registration. */
  private readonly marks: SyncKvStorage;
  private readonly namespace: DurableObjectNamespace;

  private readonly log: Log;

  constructor(storage: SyncKvStorage, namespace: DurableObjectNamespace, log: Log) {
    this.log = log;
    this.marks = storage;
    this.namespace = namespace;
  }

  add(name: string): void {
    this.marks.put(name, crypto.randomUUID());
  }

  isEmpty(): boolean {
    return this.all().length === 0;
  }

  /** Informs each room once. A failure does not affect the others; an empty room is removed from the list. */
  async tell(news: News, isAfresh: boolean): Promise<void> {
    await Promise.all(this.all().map(([name, mark]) => this.tellRoom(name, mark, news, isAfresh)));
  }

  private all(): [name: string, mark: string][] {
    return [...this.marks.list<string>()];
  }

  private async tellRoom(name: string, mark: string, news: News, isAfresh: boolean): Promise<void> {
    try {
      const isNeeded = await roomOf(this.namespace, name).hear(news, isAfresh);
      // Unless it has registered again during the call.
      if (!isNeeded && this.marks.get(name) === mark) this.marks.delete(name);
    } catch (error) {
      this.log({ level: "error", event: "announcement_failed", room: name, error: describeError(error) });
    }
  }
}
