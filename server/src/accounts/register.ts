import { type Language, parseLanguage } from "@cliffhanger/contract";
import { parseAddress } from "#platform/address";
import { refuseBlocked, takeAttempts, tryToken } from "#platform/attempts";
import { inTransaction } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import type { Caller, Origin } from "#platform/http/caller";
import { explainedRefusal, invalidField } from "#platform/http/errors";
import { type Accounts, sendMail } from "./accounts.ts";
import { alreadySignedIn, becomeMember } from "./become-member.ts";
import type { Entered } from "./guest.ts";
import { personalTerms, readNewPassword, refuseCommon } from "./passwords/rules.ts";
import { findMemberByEmail } from "./repository.ts";
import { openSession } from "./sessions/open-session.ts";
import { takenAddresses, takenMails } from "./throttle/limits.ts";

/** The content of the form, and its sender. */
export interface RegisterInput {
  email: string;
  password: string;
  repeatPassword: string;
  agree: boolean;
  /** The language of the form, otherwise of the request. */
  language: string | undefined;
  requestLanguage: Language;
  caller: Caller | null;
  origin: Origin;
}

/**
 * Registers a member and signs in (R4); a guest stays the same visitor and keeps all data. A taken address takes as
 * long and is reported, because the person must know what to do; its owner is mailed.
 */
export async function register(accounts: Accounts, input: RegisterInput): Promise<Entered> {
  const { db, clock, hashingQueue, limits } = accounts;
  const { caller, origin } = input;
  if (caller?.kind === "member") throw alreadySignedIn();
  const email = readEmail(input.email);
  const password = readNewPassword({
    password: input.password,
    repeat: input.repeatPassword,
    field: "password",
  });
  await refuseCommon(password, "password", personalTerms(email, await accounts.siteName()));
  if (!input.agree) throw invalidField("agree", "agreement_required");
  const taken = { limit: takenAddresses, subject: origin.address };
  const language = parseLanguage(input.language);
  return hashingQueue.with(async (hashing) => {
    await refuseBlocked(db, clock, taken);
    await takeAttempts(db, clock, [{ limit: limits.registrations, subject: origin.address }]);
    const passwordHash = await hashing.hash(password);
    try {
      const entered = await inTransaction(db, async (trx) => {
        const { requestLanguage } = input;
        const member = { guest: caller, email, passwordHash, language, requestLanguage };
        const visitor = await becomeMember(trx, accounts, member);
        const headers = await openSession(trx, clock, { visitorId: visitor.id, kind: "member", origin });
        return { visitor, headers };
      });
      accounts.log.info({ visitor: entered.visitor.id }, "Member registered");
      return entered;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await takeAttempts(db, clock, [taken]);
      await mailOwner(accounts, email);
      throw explainedRefusal("register_failed");
    }
  });
}

/** Reads an address from a form as it is stored (R52). */
export function readEmail(text: string): string {
  const email = parseAddress(text);
  if (email === null) throw invalidField("email", "email_invalid");
  return email;
}

async function mailOwner(accounts: Accounts, email: string): Promise<void> {
  await inTransaction(accounts.db, async (trx) => {
    const owner = await findMemberByEmail(trx, email);
    if (owner && (await tryToken(trx, accounts.clock, takenMails, owner.id)))
      await sendMail(accounts, trx, "address-taken", owner.id);
  });
}
