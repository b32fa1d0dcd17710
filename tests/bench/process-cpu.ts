/** Processor time and memory of a process, and which processes this one has started. Linux only: read from /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Fields 14 and 15 of proc_pid_stat(5) count in clock ticks; Linux has 100 a second on every platform Node runs on. */
const TICK_MS = 10;

/** User and system time so far, in milliseconds, in steps of 10. */
export function cpuTimeMs(pid: number): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) * TICK_MS;
}

/** Time on a processor so far, of the threads that live, in milliseconds to the microsecond: for what takes only a few. */
export function fineCpuTimeMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

/** Memory that is resident, in MiB. */
export function residentMiB(pid: number): number {
  const [, kiB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kiB) / 1024;
}

/** Children of this process that run `workerd`. */
export function workerdChildren(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isOwnWorkerd(pid));
}

function isOwnWorkerd(pid: number): boolean {
  try {
    const parent = Number(statOf(pid)[1]);
    return parent === process.pid && readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd";
  } catch {
    // Ended since the folder was listed.
    return false;
  }
}

/** Fields from the third on: the second, the command in brackets, may hold spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
