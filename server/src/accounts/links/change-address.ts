import { parseAddress } from "#platform/address";
import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { invalid, notFound } from "#platform/http/errors";
import { faultAt, type Say } from "#platform/said";
import { type Accounts, sendMail } from "../accounts.ts";
import {
  deleteCodeOf,
  findMemberByEmail,
  lockVisitors,
  updateVisitor,
  type VisitorRow,
} from "../repository.ts";
import { after } from "../sessions/lives.ts";
import { deleteSessionsOf } from "../sessions/repository.ts";
import { deleteChange, findChangeTo, replaceChange } from "./changes/repository.ts";
import { linkLifetimes } from "./create-link.ts";

const refused = (say: Say) => invalid([faultAt("email", say)]);

/**
 * Begins the change of a person's address, for an operator. Both mailboxes get an email: opening the link in the new one changes the
 * address, and that in the old one keeps it.
 */
export async function requestAddressChange(
  accounts: Pick<Accounts, "mail" | "clock">,
  acting: Acting,
  { id, email: text }: { id: string; email: string },
): Promise<void> {
  const email = parseAddress(text);
  if (!email) throw refused((t) => t("addressFault.none"));
  if (!accounts.mail.available) throw refused((t) => t("addressFault.noMail"));
  await audited(acting, { action: "person.mail" }, async (trx) => {
    const [visitor] = await lockVisitors(trx, [id]);
    if (!visitor) throw notFound();
    const present = visitor.email ?? visitor.pending_email;
    if (present === null) throw refused((t) => t("addressFault.noAddress"));
    if (present === email) throw refused((t) => t("addressFault.same"));
    if (await findMemberByEmail(trx, email)) throw refused((t) => t("addressFault.taken"));
    const endsAt = after(accounts.clock.now(), linkLifetimes.new_address);
    await replaceChange(trx, { visitor_id: id, email, ends_at: endsAt });
    await sendMail(accounts, trx, "address-new", id);
    await sendMail(accounts, trx, "address-old", id);
    // The row of the log names no address.
    const change = { subject: { kind: "person", id }, after: { addressChange: "requested", until: endsAt } };
    return { result: undefined, changes: [change] };
  });
}

/** Changes the address of whoever waits for this mailbox to be proved; an address that was taken meanwhile stays where it is. */
export async function applyAddressChange(
  trx: Trx,
  { clock, listeners }: Pick<Accounts, "clock" | "listeners">,
  email: string,
): Promise<void> {
  const change = await findChangeTo(trx, email, clock.now());
  const [visitor] = change ? await lockVisitors(trx, [change.visitor_id]) : [];
  if (!visitor) return;
  await deleteChange(trx, visitor.id);
  if (await findMemberByEmail(trx, email)) return;
  await updateVisitor(trx, visitor.id, visitor.kind === "member" ? { email } : { pending_email: email });
  const from = visitor.email ?? visitor.pending_email;
  if (from !== null)
    for (const listener of listeners) await listener.moved?.(trx, { visitorId: visitor.id, from, to: email });
  // Who had the old mailbox may be signed in somewhere, or have the code of a password's reset in it.
  await deleteSessionsOf(trx, visitor.id);
  await deleteCodeOf(trx, visitor.id);
}

/** Ends a change that somebody with the present mailbox objects to. */
export async function keepAddress(trx: Trx, owners: readonly Pick<VisitorRow, "id">[]): Promise<void> {
  for (const { id } of owners) await deleteChange(trx, id);
}
