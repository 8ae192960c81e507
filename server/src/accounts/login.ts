import { inTransaction } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import type { Accounts } from "./accounts.ts";
import { enter } from "./enter.ts";
import { linkFacebook } from "./facebook/link.ts";
import type { Entered } from "./guest.ts";
import { tryPassword } from "./passwords/attempt.ts";
import { readPassword } from "./passwords/rules.ts";
import { readEmail } from "./register.ts";
import { findMemberByEmail, replaceHash } from "./repository.ts";

/** The content of the form, and its sender. */
export interface LoginInput {
  email: string;
  password: string;
  caller: Caller | null;
  origin: Origin;
}

/** Signs in by email and password (R4). The answer never reveals whether the account exists. */
export async function login(accounts: Accounts, input: LoginInput): Promise<Entered> {
  const { db, hashingQueue, log } = accounts;
  const { caller, origin } = input;
  const email = readEmail(input.email);
  const password = readPassword(input.password, "password");
  return hashingQueue.with(async (hashing) => {
    const member = (await findMemberByEmail(db, email)) ?? null;
    const attempt = { email, password, origin, member, reason: "login_failed" } as const;
    const { memberId, passwordHash, stale } = await tryPassword(accounts, hashing, attempt);
    const entered = await inTransaction(db, async (trx) => {
      const { visitor, headers } = await enter(trx, accounts, { memberId, caller, origin, passwordHash });
      return { visitor: await linkFacebook(trx, accounts, visitor, origin), headers };
    });
    if (stale) await replaceHash(db, memberId, passwordHash, await hashing.hash(password));
    log.info({ visitor: memberId }, "Member signed in");
    return entered;
  });
}
