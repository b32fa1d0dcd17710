/** The state of the witnesses, for staff and for monitoring. */
import type { LogWitness } from "#shared/contracts/log.ts";
import type { LogDependencies } from "./log-config.ts";
import { isFailing, isObjecting, type WitnessState, readWitnessStates } from "./witness-states.ts";
import { WITNESS_SILENT_MS } from "#shared/limits/log.ts";

type Dependencies = Pick<LogDependencies, "db" | "logConfig" | "now">;

/** Those that are configured, in that order. */
export async function reportWitnesses({ db, logConfig, now }: Dependencies): Promise<LogWitness[]> {
  const vkeys = logConfig.witnesses.map(({ vkey }) => vkey);
  const states = await readWitnessStates(db, vkeys);
  return vkeys.map((vkey) => {
    const state = states.find((one) => one.vkey === vkey);
    return {
      name: vkey.split("+")[0] ?? "",
      status: statusOf(state, now()),
      size: state?.size ?? 0,
      succeeded_at: timeOf(state?.succeeded_at),
      failed_at: timeOf(state?.failed_at),
      failure: state?.failure ?? null,
      objected_at: timeOf(state?.objected_at),
      objection: state?.objection ?? null,
      refused_note: state?.refused_note ?? null,
      seen_note: state?.seen_note ?? null,
    };
  });
}

function statusOf(state: WitnessState | undefined, nowMs: number): LogWitness["status"] {
  if (!state) return "not_asked";
  if (isObjecting(state)) return "objecting";
  const isSilent = nowMs - (state.succeeded_at ?? 0) > WITNESS_SILENT_MS;
  return isFailing(state) || isSilent ? "failing" : "well";
}

function timeOf(ms: number | null | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}

/**
 * A line for each witness that objects, is down or has not been asked yet. Why it is down is for staff only: the text may
 * contain addresses.
 */
export async function detailsOfWitnesses(deps: Dependencies): Promise<string[]> {
  return (await reportWitnesses(deps)).flatMap((witness) => {
    const who = `witness ${witness.name}`;
    switch (witness.status) {
      case "objecting":
        return [
          `${who} objects since ${witness.objected_at}: ${witness.objection} ` +
            `It refused ${checkpointOf(witness.refused_note)}; it has seen ${checkpointOf(witness.seen_note)}.`,
        ];
      case "failing":
        return [`${who} cannot be reached; last success: ${witness.succeeded_at ?? "never"}`];
      case "not_asked":
        return [`${who} has not been asked yet`];
      case "well":
        return [];
    }
  });
}

/** Size and root. */
function checkpointOf(note: string | null): string {
  const [, size, root] = note?.split("\n") ?? [];
  return root ? `size ${size}, root ${root}` : `a checkpoint that it does not show`;
}

/** Whether no witness objects to the log. */
export async function isUncontested(deps: Dependencies): Promise<boolean> {
  return (await reportWitnesses(deps)).every(({ status }) => status !== "objecting");
}
