import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { SaidError } from "#platform/said";
import {
  findMemberId,
  type GrantRow,
  insertGrant,
  lockGrant,
  revokeGrant,
} from "../records/grants/repository.ts";
import { logChange } from "../records/log.ts";

/** What is wrong with a grant, as a sentence for the operator. */
export class GrantError extends SaidError {}

/** What is granted: days of full access, or one series permanently. */
export type GrantScope = { days: number } | { seriesId: string };

const DAY_MS = 86_400_000;
const MAX_DAYS = 3660;

/** Whom a grant is for: a member by address, or anybody by id. */
export type Granted = { email: string } | { id: string };

/** Grants the member with an address free access. */
export function createGrant(acting: Acting, email: string, scope: GrantScope): Promise<GrantRow> {
  return createGrantFor(acting, { email }, scope, null);
}

/** Grants free access. It can be revoked, and is independent of what a person pays for. */
export async function createGrantFor(
  acting: Acting,
  whom: Granted,
  scope: GrantScope,
  reason: string | null,
): Promise<GrantRow> {
  if ("days" in scope && (!Number.isSafeInteger(scope.days) || scope.days < 1 || scope.days > MAX_DAYS))
    throw new GrantError((t) => t("grantFault.days", { most: MAX_DAYS }));
  const { clock } = acting;
  return audited(acting, { action: "person.grant", reason }, async (trx) => {
    const visitorId = "id" in whom ? whom.id : await requireMember(trx, whom.email);
    const at = clock.now();
    const id = newId(at);
    const row: GrantRow = {
      id,
      visitor_id: visitorId,
      scope: "days" in scope ? "membership" : "series",
      series_id: "days" in scope ? null : scope.seriesId,
      source_type: "grant",
      source_id: id,
      valid_from: at,
      valid_to: "days" in scope ? new Date(at.getTime() + scope.days * DAY_MS) : null,
      suspended_at: null,
      revoked_at: null,
      first_used_at: null,
      created_at: at,
    };
    await insertGrant(trx, row);
    await logChange(
      trx,
      { clock },
      { subject: "grant", subjectId: id, from: null, to: "given", cause: "operator" },
    );
    const after = { grant: id, scope: row.scope, series: row.series_id, until: row.valid_to };
    return { result: row, changes: [{ subject: { kind: "person", id: visitorId }, after }] };
  });
}

async function requireMember(trx: Trx, email: string): Promise<string> {
  const id = await findMemberId(trx, email.trim().toLowerCase());
  if (id !== undefined) return id;
  throw new GrantError((t) => t("grantFault.noAccount", { email }));
}

/** Revokes a grant at once; the member's other entitlements stay. `of`: the only person whose grant it may be. */
export async function withdrawGrant(
  acting: Acting,
  id: string,
  { of, reason = null }: { of?: readonly string[]; reason?: string | null } = {},
): Promise<void> {
  const { clock } = acting;
  await audited(acting, { action: "person.revoke", reason }, async (trx) => {
    const row = await lockGrant(trx, id);
    if (!row || (of && !of.includes(row.visitor_id ?? "")))
      throw new GrantError((t) => t("grantFault.none", { id }));
    if (row.revoked_at) throw new GrantError((t) => t("grantFault.revoked"));
    const at = clock.now();
    if (row.valid_to && row.valid_to <= at) throw new GrantError((t) => t("grantFault.ended"));
    await revokeGrant(trx, id, at);
    await logChange(
      trx,
      { clock },
      { subject: "grant", subjectId: id, from: "given", to: "taken", cause: "operator" },
    );
    const before = { grant: id, scope: row.scope, series: row.series_id, until: row.valid_to };
    const subject = { kind: "person", id: row.visitor_id ?? "" };
    return { result: undefined, changes: [{ subject, before, after: null }] };
  });
}
