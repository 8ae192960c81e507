import { type Acting, audited } from "#platform/db/audit";
import { ticketName } from "./number.ts";
import { closeTicket } from "./repository.ts";

/** Closes an open ticket; returns whether it was open. */
export async function close(acting: Acting, number: number): Promise<boolean> {
  return audited(acting, { action: "ticket.close" }, async (trx) => {
    if (!(await closeTicket(trx, number, acting.clock.now()))) return { result: false, changes: [] };
    const subject = { kind: "ticket", id: ticketName(number) };
    return { result: true, changes: [{ subject, before: { state: "open" }, after: { state: "closed" } }] };
  });
}
