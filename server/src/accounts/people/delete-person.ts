import { type Acting, audited } from "#platform/db/audit";
import { invalid, notFound } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { schedule } from "../account-data/deletion.ts";
import type { Accounts } from "../accounts.ts";
import { lockVisitors } from "../repository.ts";

/** Schedules the deletion of a member's account, for an operator, with the same days in which its owner can keep it. */
export async function scheduleDeletionFor(
  accounts: Accounts,
  acting: Acting,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await audited(acting, { action: "person.delete", reason }, async (trx) => {
    const [member] = await lockVisitors(trx, [id]);
    if (!member) throw notFound();
    if (member.kind !== "member") throw invalid([faultAt("reason", (t) => t("effect.deletion.guest"))]);
    if (member.deletes_at) return { result: undefined, changes: [] };
    const deletesAt = await schedule(accounts, trx, member);
    return { result: undefined, changes: [{ subject: { kind: "person", id }, after: { deletesAt } }] };
  });
}
