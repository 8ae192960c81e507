import { clearAttempts, takeAttempts, tryToken, uncountAttempts } from "#platform/attempts";
import { inTransaction } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import { explainedRefusal } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { takeToken } from "#platform/throttle";
import { type Accounts, sendMail } from "../accounts.ts";
import { gatherPurchases } from "../links/gather.ts";
import { lockBuyers } from "../links/repository.ts";
import { readEmail } from "../register.ts";
import { findMemberByEmail, findVisitor, lockVisitors, updateVisitor } from "../repository.ts";
import { deleteSessionsOf } from "../sessions/repository.ts";
import { hashOf, isToken } from "../sessions/tokens.ts";
import { forgottenFromAddress, resetMails, wrongCodes } from "../throttle/limits.ts";
import { attemptsOn } from "./attempt.ts";
import { deleteCode, findCode } from "./repository.ts";
import { personalTerms, readNewPassword, refuseCommon } from "./rules.ts";

/** Emails a link to set a new password (R18). Every request gets the same answer after the same work. */
export async function forgot(accounts: Accounts, { email: text, origin }: { email: string; origin: Origin }) {
  const { db, clock, mail } = accounts;
  if (!mail.available) throw explainedRefusal("mail_unavailable");
  const email = readEmail(text);
  await takeToken(db, clock, forgottenFromAddress, origin.address);
  await inTransaction(db, async (trx) => {
    const member = await findMemberByEmail(trx, email);
    const allowed = await tryToken(trx, clock, resetMails, email);
    // For an unknown address a mail is queued as well and dropped later, so that the time reveals nothing.
    await sendMail(accounts, trx, "password-reset", member && allowed ? member.id : newId(clock.now()));
  });
}

/** A new password with the code from a mail. */
export interface ResetInput {
  code: string;
  password: string;
  repeatPassword: string;
  origin: Origin;
}

/** Sets a new password by the code from the mail, once, and ends every session of the person. Does not sign in. */
export async function reset(accounts: Accounts, input: ResetInput): Promise<void> {
  const { db, clock, hashingQueue, log } = accounts;
  const { origin } = input;
  const password = readNewPassword({
    password: input.password,
    repeat: input.repeatPassword,
    field: "password",
  });
  const attempt = [{ limit: wrongCodes, subject: origin.address }];
  const visitorId = await hashingQueue.with(async (hashing) => {
    await takeAttempts(db, clock, attempt);
    const code = isToken(input.code) ? hashOf(input.code) : null;
    const owner = code && (await findCode(db, code, clock.now()));
    const email = owner && (await findVisitor(db, owner))?.email;
    if (!code || !owner || !email) throw explainedRefusal("code_invalid");
    await uncountAttempts(db, attempt);
    await refuseCommon(password, "password", personalTerms(email, await accounts.siteName()));
    const passwordHash = await hashing.hash(password);
    await inTransaction(db, async (trx) => {
      // Guests before members, as a link's redemption locks them.
      await lockBuyers(trx, email);
      await lockVisitors(trx, [owner]);
      if (!(await deleteCode(trx, code))) throw explainedRefusal("code_invalid");
      await updateVisitor(trx, owner, { password_hash: passwordHash });
      await deleteSessionsOf(trx, owner);
      await clearAttempts(trx, attemptsOn(email, origin));
      // The code proves the mailbox, as a link does.
      await gatherPurchases(trx, accounts, { email, memberId: owner, caller: null });
      await sendMail(accounts, trx, "password-changed", owner);
    });
    return owner;
  });
  log.info({ visitor: visitorId }, "Password reset by mail");
}
