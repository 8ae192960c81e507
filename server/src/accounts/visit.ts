import type { Accounts } from "./accounts.ts";
import type { Visit } from "./events.ts";

/** Tells those who want to know that somebody is here. Nobody is kept out because that could not be noted. */
export async function tellVisit({ listeners, log }: Accounts, visit: Visit): Promise<void> {
  for (const listener of listeners)
    await listener
      .visited?.(visit)
      .catch((error: unknown) =>
        log.error({ err: error, visitor: visit.visitorId }, "A visit was not noted"),
      );
}
