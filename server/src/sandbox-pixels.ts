import type { Site } from "@cliffhanger/contract";
import type { Log } from "#platform/log";
import { portAt, startStandIn } from "./sandbox-fork.ts";

/** The stand-ins of the pixels' vendors and of the error reports, in a process of their own. */
export interface SandboxPixels {
  /** Where the vendors' scripts are. */
  scripts: NonNullable<Site["pixels"]>;
  /** Where a person reads what browsers told. */
  page: string;
  stop(): Promise<void>;
}

/** Starts them on two ports; 0 means any. */
export async function startPixels({
  port,
  elsewhere,
  log,
}: {
  port: number;
  elsewhere: boolean;
  log: Log;
}): Promise<SandboxPixels> {
  const { ready, stop } = await startStandIn<{ pixels: string; control: string }>({
    file: "pixels/main.ts",
    args: ["--port", portAt(port, 0), ...(elsewhere ? ["--elsewhere"] : [])],
    without: "what pixels tell goes nowhere until the next start.",
    log,
  });
  return {
    scripts: {
      facebook: `${ready.pixels}/en_US/fbevents.js`,
      tiktok: `${ready.pixels}/i18n/pixel/events.js`,
      google: `${ready.pixels}/gtag/js`,
    },
    page: ready.control,
    stop,
  };
}
