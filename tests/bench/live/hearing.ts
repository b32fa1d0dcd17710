/** What live readers have heard, and whether it is all, once and in order. */
import { LiveMessage } from "#shared/contracts/live.ts";
import * as v from "valibot";

export const Verdict = v.object({
  delivered: v.number(),
  missing: v.number(),
  duplicates: v.number(),
  outOfOrder: v.number(),
  /** Told to load afresh, or shown out. */
  broken: v.number(),
  /** By seq, when it came to each reader, in milliseconds since the epoch. */
  arrivals: v.map(v.number(), v.array(v.number())),
});
export type Verdict = v.InferOutput<typeof Verdict>;

export interface Hearing {
  /** What one reader has been sent; `closed` where its socket is. */
  readonly hear: (reader: number, text: string) => void;
  readonly ready: () => number;
  /** Of readers that should have heard these events. */
  readonly judge: (seqs: readonly number[]) => Verdict;
}

/** Texts are the same for all who hear of an event, so each is parsed once. */
function createParse(): (text: string) => LiveMessage {
  let last: { readonly text: string; readonly message: LiveMessage } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, message: v.parse(LiveMessage, JSON.parse(text)) };
    return last.message;
  };
}

export function createHearing(readers: number): Hearing {
  const parse = createParse();
  const heard = new Map<number, number[]>();
  const arrivals = new Map<number, number[]>();
  let ready = 0;
  let broken = 0;
  return {
    hear(reader, text) {
      const nowMs = Date.now();
      if (text === "closed") {
        broken += 1;
        return;
      }
      const message = parse(text);
      if (message.type === "ready") ready += 1;
      if (message.type === "reset") broken += 1;
      if (message.type !== "events") return;
      for (const { seq } of message.events) {
        getOrMake(heard, reader).push(seq);
        getOrMake(arrivals, seq).push(nowMs);
      }
    },
    ready: () => ready,
    judge(seqs) {
      let [delivered, duplicates, outOfOrder] = [0, 0, 0];
      for (const list of heard.values()) {
        const distinct = new Set(list);
        delivered += seqs.filter((seq) => distinct.has(seq)).length;
        duplicates += list.length - distinct.size;
        outOfOrder += list.filter((seq, index) => seq < (list[index - 1] ?? 0)).length;
      }
      const missing = readers * seqs.length - delivered;
      return { delivered, missing, duplicates, outOfOrder, broken, arrivals };
    },
  };
}

function getOrMake(map: Map<number, number[]>, key: number): number[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
