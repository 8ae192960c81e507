import type { Site } from "@cliffhanger/contract";
import type { Log } from "#platform/log";
import { portAt, startSimulator } from "./sandbox-fork.ts";

/** The simulators of the pixel vendors and of error reports, in a separate process. */
export interface SandboxPixels {
  /** Where the vendors' scripts are. */
  scripts: NonNullable<Site["pixels"]>;
  /** The page that shows what browsers sent. */
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
  const { ready, stop } = await startSimulator<{ pixels: string; control: string }>({
    file: "pixels/main.ts",
    args: ["--port", portAt(port, 0), ...(elsewhere ? ["--elsewhere"] : [])],
    without: "pixel events are lost until the next start.",
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
