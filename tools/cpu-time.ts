import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Linux reports process times in hundredths of a second, whatever the kernel's tick rate is. */
const TICKS_PER_SECOND = 100;
/** Positions, after the program's name in brackets, of user and system time of ended children. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/**
 * Returns the CPU seconds of this process's ended children, including the descendants that they waited for. Undefined if the
 * system does not report it.
 */
export function childCpuSeconds(): number | undefined {
  try {
    return parseStat(readFileSync("/proc/self/stat", "utf8"));
  } catch {
    return undefined; // only Linux has it
  }
}

/** Reads the children's CPU seconds from a line of /proc/PID/stat. */
export function parseStat(line: string): number {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_SECOND;
}

/** Returns the CPU seconds of all programs of this machine since it started. */
export function machineCpuSeconds(): number {
  const ms = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return ms / 1000;
}

/** Seconds of a run, or since the start of the machine. */
export interface Spent {
  /** CPU time of all programs of the machine. */
  machine: number;
  /** Elapsed time. */
  time: number;
}

/**
 * Formats the CPU time of each part of a run as one line: `CPU: check 57 s, unit 440 s; 497 s in all, 620 s of the machine, 251 s of
 * time`. The parts lack what ended without a parent that waited for it: most processes of Chromium, half of the browser tests' time.
 */
export function formatCpu(
  parts: readonly { name: string; cpu: number | undefined }[],
  { machine, time }: Spent,
): string {
  const end = `${Math.round(machine)} s of the machine, ${Math.round(time)} s of time`;
  if (parts.some(({ cpu }) => cpu === undefined)) return `CPU: not counted by part on this system; ${end}`;
  const sum = parts.reduce((total, { cpu = 0 }) => total + cpu, 0);
  const each = parts.map(({ name, cpu = 0 }) => `${name} ${Math.round(cpu)} s`).join(", ");
  return `CPU: ${each}; ${Math.round(sum)} s in all, ${end}`;
}
