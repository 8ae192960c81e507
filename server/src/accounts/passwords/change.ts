import { inTransaction } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { explainedRefusal } from "#platform/http/errors";
import { type Accounts, sendMail } from "../accounts.ts";
import { deleteCodeOf, lockVisitors, updateVisitor } from "../repository.ts";
import { type AnswerHeaders, openSession } from "../sessions/open-session.ts";
import { deleteSessionsOf } from "../sessions/repository.ts";
import { findMember, provePassword } from "./prove.ts";
import { personalTerms, readNewPassword, refuseCommon } from "./rules.ts";

/** A member's request to change the password. */
export interface ChangeInput {
  password: string;
  newPassword: string;
  repeatPassword: string;
  caller: Caller;
  origin: Origin;
}

/** Changes the password of a member who knows it. Every session ends, and this device gets a new one. */
export async function changePassword(accounts: Accounts, input: ChangeInput): Promise<AnswerHeaders> {
  const { db, clock, hashingQueue, log } = accounts;
  const { caller, origin } = input;
  const password = readNewPassword({
    password: input.newPassword,
    repeat: input.repeatPassword,
    field: "newPassword",
  });
  const headers = await hashingQueue.with(async (hashing) => {
    const member = await findMember(accounts, caller);
    await provePassword(accounts, hashing, { member, origin, password: input.password });
    const { email } = member;
    await refuseCommon(password, "newPassword", personalTerms(email, await accounts.siteName()));
    const passwordHash = await hashing.hash(password);
    return inTransaction(db, async (trx) => {
      const [now] = await lockVisitors(trx, [member.id]);
      if (now?.password_hash !== member.password_hash) throw explainedRefusal("password_wrong");
      await updateVisitor(trx, member.id, { password_hash: passwordHash });
      await deleteSessionsOf(trx, member.id);
      await deleteCodeOf(trx, member.id);
      await sendMail(accounts, trx, "password-changed", member.id);
      return openSession(trx, clock, { visitorId: member.id, kind: "member", origin });
    });
  });
  log.info({ visitor: caller.id }, "Password changed");
  return headers;
}
