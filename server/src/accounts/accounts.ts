import type { Language, Membership } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import type { Identify, Origin } from "#platform/http/caller";
import type { Log } from "#platform/log";
import type { Outbox } from "#platform/mail/email";
import type { HashCost } from "#platform/passwords/argon2";
import type { HashingQueue } from "#platform/passwords/hashing-queue";
import type { AccountListener } from "./events.ts";
import type { AboutAccount, accountMails } from "./mails/define.ts";
import type { FoundSession, RecognisedWith, SessionReader } from "./sessions/identify.ts";
import type { GuestKeys } from "./sessions/unsaved.ts";
import type { AccountLimits } from "./throttle/limits.ts";

/** A document that a person agrees to when registering, in its version at that time. */
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
  /** Domains that store data about visitors. */
  listeners?: readonly AccountListener[];
  /** Returns what a person has paid for, named in a language. Without billing, everyone is on the free plan. */
  membershipOf?: (db: Db, visitorId: string, language: Language) => Promise<Membership>;
  /** Returns the documents to agree to when registering. */
  documents?: () => Promise<AgreedDocument[]>;
  /** Returns the site's name, which is not allowed as a password. */
  siteName?: () => Promise<string>;
  /** What one address may do before it is throttled. */
  limits: AccountLimits;
  /** The keys that sign the secrets of guests without a row. */
  guestKeys: GuestKeys;
  /** Days without a visit after which a guest is deleted with what they watched; 180 by default. */
  guestDays?: number;
  /** The cost of hashing a password; the standard by default. */
  passwordCost?: HashCost | undefined;
}

/** The open accounts: the dependencies of their rules. */
export interface Accounts extends Required<Omit<AccountsOptions, "passwordCost">> {
  hashingQueue: HashingQueue;
  /** Identifies the caller of a request. */
  identify: Identify;
  /** Identifies the caller of a request in a statement that reads more about them. */
  recogniseWith: RecogniseWith;
}

/** Identifies the caller of a request in a statement that reads more about them; null without a valid session. */
export type RecogniseWith = <Row extends FoundSession>(
  origin: Origin,
  read: SessionReader<Row>,
) => Promise<RecognisedWith<Row> | null>;

/** The kind of a mail about an account; `mails` writes them. */
export type AccountMail = (typeof accountMails)[keyof typeof accountMails];

/** Sends a mail about an account to its owner when the transaction commits. */
export async function sendMail(
  { mail }: Pick<Accounts, "mail">,
  trx: Trx,
  kind: AccountMail,
  visitorId: string,
): Promise<void> {
  await mail.send(trx, kind, { visitorId } satisfies AboutAccount);
}
