/** The rooms that a room tells: what it stores, since they live on while it sleeps. */
import { describeError, type Log } from "#worker/http/logger.ts";
import type { News } from "./read-events.ts";
import { roomOf } from "./rooms.ts";

export class RoomsBelow {
  /** By name, a mark of its last registration. */
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

  /** Each once. One that fails keeps nothing from the others; one with nobody in it is told no more. */
  async tell(news: News, isAfresh: boolean): Promise<void> {
    await Promise.all(this.all().map(([name, mark]) => this.tellRoom(name, mark, news, isAfresh)));
  }

  private all(): [name: string, mark: string][] {
    return [...this.marks.list<string>()];
  }

  private async tellRoom(name: string, mark: string, news: News, isAfresh: boolean): Promise<void> {
    try {
      const isNeeded = await roomOf(this.namespace, name).hear(news, isAfresh);
      // Unless it has registered again since it was called.
      if (!isNeeded && this.marks.get(name) === mark) this.marks.delete(name);
    } catch (error) {
      this.log({ level: "error", event: "announcement_failed", room: name, error: describeError(error) });
    }
  }
}
