import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 5_000;
/** The share of a run in which caches fill and code is compiled. */
const WARM_UP = 0.25;
const MB = 2 ** 20;

/** How a process used memory and files. */
export interface Usage {
  name: string;
  /** Resident memory at the end, in MB. */
  megabytes: number;
  /** How fast it grew after the start, in MB a minute. */
  slope: number;
  /** Open files after the start, and at the end. */
  files: [number, number];
}

/** Reads the metrics of processes until it is stopped. */
export function watchProcesses(processes: readonly { name: string; metrics: string }[]) {
  const samples = processes.map(({ name }) => ({
    name,
    at: [] as { minutes: number; mb: number; files: number }[],
  }));
  const began = performance.now();
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await pause(EVERY_MS))
      await Promise.all(
        processes.map(async ({ metrics }, place) => {
          const text = await fetch(metrics).then(
            (answer) => answer.text(),
            () => "",
          );
          const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
          const sample = {
            minutes: (performance.now() - began) / 60_000,
            mb: figure("process_resident_memory_bytes") / MB,
            files: figure("process_open_fds"),
          };
          if (sample.mb > 0) samples[place]?.at.push(sample);
        }),
      );
  })();
  return {
    async stop(): Promise<Usage[]> {
      isOver = true;
      await running;
      return samples.map(({ name, at }) => {
        const warm = at.slice(Math.floor(at.length * WARM_UP));
        const quarter = Math.max(1, Math.floor(warm.length / 4));
        const mean = (part: typeof at) => part.reduce((sum, { files }) => sum + files, 0) / part.length;
        return {
          name,
          megabytes: at.at(-1)?.mb ?? 0,
          slope: slopeOf(warm.map(({ minutes, mb }) => [minutes, mb])),
          files: [mean(warm.slice(0, quarter)), mean(warm.slice(-quarter))],
        };
      });
    },
  };
}

/** Returns the slope of the straight line through points, by least squares. */
function slopeOf(points: readonly [x: number, y: number][]): number {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
