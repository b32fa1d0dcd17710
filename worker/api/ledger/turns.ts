/**
 * Writers of one isolate wait for each other, in order of arrival, instead of colliding at the ledger's head. This is an
 * optimisation: correctness rests on the chain, also across isolates. Each writer polls with its own timer whether it is
 * first: if one request awaited a promise of another, workerd would send no answer before the last of the queue.
 */
import { MAX_WRITER_SILENCE_MS, TURN_MS } from "#shared/limits/ledger.ts";

export interface Turns {
  /** Runs `work` after the writers before it, or after `maxWaitMs` if they still write. */
  readonly take: <Result>(maxWaitMs: number, work: () => Promise<Result>) => Promise<Result>;
}

interface Ticket {
  aliveUntilMs: number;
}

export function createTurns({ sleep }: { readonly sleep: (delayMs: number) => Promise<void> }): Turns {
  let tickets: Ticket[] = [];

  async function waitForTurn(ticket: Ticket, untilMs: number): Promise<void> {
    for (let nowMs = performance.now(); nowMs < untilMs; nowMs = performance.now()) {
      ticket.aliveUntilMs = nowMs + MAX_WRITER_SILENCE_MS;
      tickets = tickets.filter(({ aliveUntilMs }) => aliveUntilMs > nowMs);
      const delayMs = Math.min(tickets.indexOf(ticket) * TURN_MS, untilMs - nowMs);
      if (delayMs <= 0) return;
      ticket.aliveUntilMs += delayMs;
      await sleep(delayMs);
    }
  }

  return {
    async take(maxWaitMs, work) {
      const ticket = { aliveUntilMs: 0 };
      tickets.push(ticket);
      try {
        await waitForTurn(ticket, performance.now() + maxWaitMs);
        return await work();
      } finally {
        tickets = tickets.filter((other) => other !== ticket);
      }
    },
  };
}
