/** A record taken out whole, as a reader of its exports does it: part after part, through the gateway. */
import { fetchParts } from "#shared/http/export-parts.ts";
import { cpuTimeMs, residentMiB } from "./process-cpu.ts";
import type { Server } from "./workerd.ts";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

export interface WholeExport {
  readonly path: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly parts: number;
  /** Lines of the whole. */
  readonly lines: number;
  readonly linesOfLongestPart: number;
  readonly secondsOfSlowestPart: number;
  readonly cpuMsOfDearestPart: number;
  /** Of workerd, as it was at most between two parts. */
  readonly mostMiB: number;
}

/** Throws where a part is refused, broken off or longer than one may be. */
export async function exportWhole({ port, pid }: Server, path: string): Promise<WholeExport> {
  const most = { lines: 0, seconds: 0, cpuMs: 0, miB: 0 };
  const sum = { bytes: 0, lines: 0, parts: 0 };
  const startedMs = performance.now();
  let [partMs, partCpuMs] = [startedMs, cpuTimeMs(pid)];
  for await (const part of fetchParts(`http://127.0.0.1:${port}${path}`, (address) => fetch(address))) {
    if (!part.ok || !part.body) throw new Error(`${part.url} answered ${part.status}`);
    let lines = 0;
    for await (const chunk of part.body) {
      sum.bytes += chunk.length;
      for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
    }
    if (lines > EXPORT_PART_ROWS + 1) throw new Error(`${part.url} has ${lines} lines`);
    sum.parts += 1;
    sum.lines += lines;
    const [endMs, endCpuMs] = [performance.now(), cpuTimeMs(pid)];
    most.lines = Math.max(most.lines, lines);
    most.seconds = Math.max(most.seconds, (endMs - partMs) / 1000);
    most.cpuMs = Math.max(most.cpuMs, endCpuMs - partCpuMs);
    most.miB = Math.max(most.miB, residentMiB(pid));
    [partMs, partCpuMs] = [endMs, endCpuMs];
  }
  return {
    path,
    seconds: (performance.now() - startedMs) / 1000,
    megabytes: sum.bytes / 1e6,
    parts: sum.parts,
    lines: sum.lines,
    linesOfLongestPart: most.lines,
    secondsOfSlowestPart: most.seconds,
    cpuMsOfDearestPart: most.cpuMs,
    mostMiB: most.miB,
  };
}

const LINE_FEED = 0x0a;
