import { type Acting, audited } from "#platform/db/audit";
import { notFound } from "#platform/http/errors";
import { lockVisitors } from "../repository.ts";
import { countSessions, deleteSessionsOf } from "../sessions/repository.ts";

/** Signs a person out on every device, for an operator. Returns how many sessions ended. */
export async function endSessionsOf(acting: Acting, id: string): Promise<number> {
  return audited(acting, { action: "person.sessions.end" }, async (trx) => {
    if ((await lockVisitors(trx, [id])).length === 0) throw notFound();
    const ended = await countSessions(trx, id);
    await deleteSessionsOf(trx, id);
    return { result: ended, changes: [{ subject: { kind: "person", id }, after: { ended } }] };
  });
}
