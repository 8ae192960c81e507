import type { Meters } from "#platform/meters";
import { KilledError, MediaError } from "./confine.ts";
import { isDiskFull } from "./disk-full.ts";

const reasons = ["disk_full", "killed", "source", "fault"] as const;

/** Measures the transcodes of this worker. */
export interface TranscodeMeters {
  failed(labels: { reason: (typeof reasons)[number] }): void;
  /** Notes a video that is ready: how long its encoding took, and how long it plays. */
  ready(seconds: number, duration: number): void;
}

/** Registers the metrics of transcodes. */
export function measureTranscodes(meters: Meters): TranscodeMeters {
  const seconds = meters.histogram({
    name: "transcode_seconds",
    help: "Time from the start of an encoding until its video was ready",
    role: "worker",
    labels: {},
    buckets: [10, 30, 60, 120, 300, 600, 1800, 3600, 21600],
  });
  const ratio = meters.histogram({
    name: "transcode_realtime_ratio",
    help: "Duration of a video divided by the time of its encoding",
    role: "worker",
    labels: {},
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8],
  });
  return {
    failed: meters.counter({
      name: "transcodes_failed_total",
      help: "Encodings that failed: the disk was full, ffmpeg was killed, the source is faulty, or another fault",
      role: "worker",
      labels: { reason: new Set<string>(reasons) },
    }),
    ready(took, duration) {
      seconds({}, took);
      ratio({}, duration / took);
    },
  };
}

/** Returns why an encoding failed. */
export function failureOf(error: unknown): (typeof reasons)[number] {
  if (isDiskFull(error)) return "disk_full";
  if (error instanceof KilledError) return "killed";
  return error instanceof MediaError ? "source" : "fault";
}
