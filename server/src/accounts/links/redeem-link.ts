import type { Language } from "@cliffhanger/contract";
import { takeAttempts, uncountAttempts } from "#platform/attempts";
import { inTransaction, type Trx } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { explainedRefusal } from "#platform/http/errors";
import type { Accounts } from "../accounts.ts";
import { becomeMember } from "../become-member.ts";
import { enter } from "../enter.ts";
import type { Entered } from "../guest.ts";
import { findMemberByEmail, type VisitorRow } from "../repository.ts";
import { hashOf, isToken } from "../sessions/tokens.ts";
import { wrongCodes } from "../throttle/limits.ts";
import { applyAddressChange, keepAddress } from "./change-address.ts";
import { gatherPurchases, replaceGuest } from "./gather.ts";
import { lockBuyers, takeLink } from "./repository.ts";

/** The code of a link, and who opened it. */
interface RedeemInput {
  code: string;
  caller: Caller | null;
  origin: Origin;
  language: Language;
}

/**
 * Redeems a link, once. It proves a mailbox: its member is signed in, or the guest who bought with it becomes a member, and every
 * guest's purchases with that address move to them.
 */
export async function redeemLink(accounts: Accounts, input: RedeemInput): Promise<Entered> {
  const { db, clock, log } = accounts;
  const { caller, origin } = input;
  const attempt = [{ limit: wrongCodes, subject: origin.address }];
  await takeAttempts(db, clock, attempt);
  const code = isToken(input.code) ? hashOf(input.code) : null;
  const entered = await inTransaction(db, async (trx) => {
    const link = code && (await takeLink(trx, code, clock.now()));
    if (!link) throw explainedRefusal("code_invalid");
    const { email, purpose } = link;
    if (purpose === "new_address") await applyAddressChange(trx, accounts, email);
    const buyers = await lockBuyers(trx, email);
    const known = await findMemberByEmail(trx, email);
    if (purpose === "keep_address") await keepAddress(trx, [...buyers, ...(known ? [known] : [])]);
    const member = known ?? (await join(trx, accounts, { email, buyers, input }));
    await gatherPurchases(trx, accounts, { email, memberId: member.id, caller });
    return enter(trx, accounts, { memberId: member.id, caller, origin });
  });
  await uncountAttempts(db, attempt);
  log.info({ visitor: entered.visitor.id }, "Member signed in by a link");
  return entered;
}

/** Makes the first guest who bought with an address its member. The terms were agreed to with the purchase. */
async function join(
  trx: Trx,
  accounts: Accounts,
  { email, buyers, input }: { email: string; buyers: VisitorRow[]; input: RedeemInput },
): Promise<VisitorRow> {
  const guest = buyers.find(({ id }) => id === input.caller?.id) ?? buyers[0];
  if (!guest) throw explainedRefusal("code_invalid");
  if (guest.id !== input.caller?.id) await replaceGuest(trx, accounts, { guest, memberId: guest.id });
  return becomeMember(trx, accounts, {
    guest,
    email,
    passwordHash: null,
    language: null,
    requestLanguage: input.language,
  });
}
