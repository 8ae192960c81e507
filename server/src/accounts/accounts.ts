import type { Language, Membership } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import type { Identify } from "#platform/http/caller";
import type { Log } from "#platform/log";
import type { Outbox } from "#platform/mail/email";
import type { AccountListener } from "./events.ts";
import type { AboutAccount, accountMails } from "./mails/define.ts";
import type { HashCost } from "./passwords/argon2.ts";
import type { HashingQueue } from "./passwords/hashing-queue.ts";
import type { GuestKeys } from "./sessions/unsaved.ts";
import type { AccountLimits } from "./throttle/limits.ts";

/** A document that a person agrees to when registering, in the version of that moment. */
export interface AgreedDocument {
  document: string;
  version: string;
}

/** What the accounts are opened with. */
export interface AccountsOptions {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Outbox;
  /** Parts of the product that keep things about visitors. */
  listeners?: readonly AccountListener[];
  /** What a person has paid for, named in a language. Where nothing is sold, everybody is on the free plan. */
  membershipOf?: (db: Db, visitorId: string, language: Language) => Promise<Membership>;
  /** What one agrees to when registering. */
  documents?: () => Promise<AgreedDocument[]>;
  /** The site's name, which is no password. */
  siteName?: () => Promise<string>;
  /** What one address may do before it is slowed. */
  limits: AccountLimits;
  /** Sign the secrets of guests without a row. */
  guestKeys: GuestKeys;
  /** What hashing a password costs; the standard where it is not given. */
  passwordCost?: HashCost | undefined;
}

/** The accounts, open: what their rules work with. */
export interface Accounts extends Required<Omit<AccountsOptions, "passwordCost">> {
  desk: HashingQueue;
  /** Finds the caller of a request. */
  identify: Identify;
}

/** The kind of a mail about an account; `mails` writes them. */
export type AccountMail = (typeof accountMails)[keyof typeof accountMails];

/** Sends a mail about an account to its owner, with the transaction. */
export async function sendMail(
  { mail }: Pick<Accounts, "mail">,
  trx: Trx,
  kind: AccountMail,
  visitorId: string,
): Promise<void> {
  await mail.send(trx, kind, { visitorId } satisfies AboutAccount);
}
