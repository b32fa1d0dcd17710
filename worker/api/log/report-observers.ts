/** The state of the witnesses and the time-stamp authority, for staff and for monitoring. */
import type { LogObserver } from "#shared/contracts/log.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { isFailing, isObjecting, type ObserverState, readObservers } from "./observers.ts";
import { OBSERVER_SILENT_MS } from "#shared/limits/log.ts";

type Dependencies = Pick<ApiDependencies, "db" | "logConfig" | "now">;

/** Those that are configured, in that order. */
export async function reportObservers({ db, logConfig, now }: Dependencies): Promise<LogObserver[]> {
  const { timestampUrl } = logConfig;
  const asked = [
    ...logConfig.witnesses.map(
      ({ vkey }) => ({ key: vkey, name: vkey.split("+")[0] ?? "", kind: "witness" }) as const,
    ),
    // Only the host of the address: the rest may be a secret.
    ...(timestampUrl === null
      ? []
      : [{ key: timestampUrl, name: new URL(timestampUrl).host, kind: "time_stamp" } as const]),
  ];
  const states = await readObservers(
    db,
    asked.map(({ key }) => key),
  );
  return asked.map(({ key, name, kind }) => {
    const state = states.find((state) => state.name === key);
    return {
      name,
      kind,
      status: statusOf(state, kind, now()),
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

function statusOf(
  state: ObserverState | undefined,
  kind: LogObserver["kind"],
  nowMs: number,
): LogObserver["status"] {
  if (!state) return "not_asked";
  if (isObjecting(state)) return "objecting";
  const isSilent = kind === "witness" && nowMs - (state.succeeded_at ?? 0) > OBSERVER_SILENT_MS;
  return isFailing(state) || isSilent ? "failing" : "well";
}

function timeOf(ms: number | null | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}

/**
 * A line for each observer that objects, is down or was not asked yet. Why it is down is for staff only: the text may
 * contain addresses.
 */
export async function detailsOfObservers(deps: Dependencies): Promise<string[]> {
  return (await reportObservers(deps)).flatMap((observer) => {
    const who = `${observer.kind === "witness" ? "witness" : "time-stamp authority"} ${observer.name}`;
    switch (observer.status) {
      case "objecting":
        return [
          `${who} objects since ${observer.objected_at}: ${observer.objection} ` +
            `It refused ${checkpointOf(observer.refused_note)}; it has seen ${checkpointOf(observer.seen_note)}.`,
        ];
      case "failing":
        return [`${who} is not heard; the last time was ${observer.succeeded_at ?? "never"}`];
      case "not_asked":
        return [`${who} was not asked yet`];
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
  return (await reportObservers(deps)).every(({ status }) => status !== "objecting");
}
