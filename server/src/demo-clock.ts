import { sandboxCalls } from "@cliffhanger/contract";
import type { Notifications } from "#platform/db/listen";
import { clockMoved, type MovedClock } from "#platform/db/moved-clock";
import { answerCall } from "#platform/http/call";
import { DomainError } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import type { Log } from "#platform/log";
import { control } from "./sandbox-gateways.ts";

/** The demo's clock and the simulators that must have the same time. */
export interface DemoClockOptions {
  clock: MovedClock;
  /** The simulators' control pages. */
  pages: readonly string[];
}

/** Registers POST /api/test/clock: only in the demo, and only for callers on this machine. */
export function registerDemoClock(http: Http, options: DemoClockOptions): void {
  const { clock } = options;
  const name = "POST /api/test/clock";
  answerCall(http, name, sandboxCalls[name], {
    access: "anyone",
    async handle({ body, origin }) {
      if (!/^(127\.|::1$|0:0:0:0::\/64$)/.test(origin.address)) throw new DomainError(404, "not_found");
      await clock.advance(body.advance);
      await syncSimulatorClocks(options);
      return { info: { now: clock.now().toISOString(), offset: clock.offset() } };
    },
  });
}

/** Reads the clock again when another process has moved it. */
export async function followDemoClock(
  { clock }: DemoClockOptions,
  notifications: Notifications,
  log: Log,
): Promise<void> {
  const refresh = () =>
    void clock.refresh().catch((error: unknown) => log.warn({ err: error }, "Demo clock could not be read"));
  await notifications.on(clockMoved, refresh);
  notifications.onGap(refresh);
}

/** Sets the simulators' clocks to ours; before the app starts, and after each move. */
export async function syncSimulatorClocks({ clock, pages }: DemoClockOptions): Promise<void> {
  await Promise.all(pages.map((page) => control(page, "POST", "/clock", { offset: clock.offset() })));
}
