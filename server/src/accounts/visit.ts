import type { Accounts } from "./accounts.ts";
import type { Visit } from "./events.ts";

/** Notifies the listeners of a visit. A failure never blocks the visitor. */
export async function notifyVisit({ listeners, log }: Accounts, visit: Visit): Promise<void> {
  for (const listener of listeners)
    await listener
      .visited?.(visit)
      .catch((error: unknown) =>
        log.error({ err: error, visitor: visit.visitorId }, "Visit could not be recorded"),
      );
}
