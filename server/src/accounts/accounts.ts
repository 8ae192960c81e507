import type { Language, Membership } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Caller, Identify, Origin } from "#platform/http/caller";
import type { Log } from "#platform/log";
import type { Outbox } from "#platform/mail/letter";
import type { AccountListener } from "./events.ts";
import type { AboutAccount, accountMails } from "./mails/define.ts";
import type { HashCost } from "./passwords/argon2.ts";
import { type HashingDesk, openHashingDesk } from "./passwords/desk.ts";
import { findVisitor } from "./repository.ts";
import { saveGuest } from "./save-guest.ts";
import { identify } from "./sessions/identify.ts";
import type { Secret } from "./sessions/repository.ts";
import { type GuestKeys, readUnsavedToken } from "./sessions/unsaved.ts";
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
  desk: HashingDesk;
  /** Finds the caller of a request. */
  identify: Identify;
}

/** The kind of a mail about an account; `mails` writes them. */
export type AccountMail = (typeof accountMails)[keyof typeof accountMails];

const free: Membership = {
  state: "free",
  planId: null,
  planName: null,
  renewsAt: null,
  periodDays: null,
  cancelAtPeriodEnd: false,
};

/** Opens the accounts. */
export function openAccounts(options: AccountsOptions): Accounts {
  const accounts: Accounts = {
    listeners: [],
    membershipOf: async () => free,
    documents: async () => [],
    siteName: async () => "",
    ...options,
    desk: openHashingDesk(undefined, options.passwordCost),
    identify: (origin) =>
      identify(options.db, options.clock, origin, (token, secret) =>
        findUnsaved(accounts, origin, token, secret),
      ),
  };
  return accounts;
}

/** A guest without a row, unless they have one by now: then their sessions have ended, and the secret is dead. */
async function findUnsaved(
  accounts: Accounts,
  origin: Origin,
  token: string,
  secret: Secret,
): Promise<Caller | null> {
  const found = readUnsavedToken(accounts.guestKeys, accounts.clock, token, secret);
  if (!found || (await findVisitor(accounts.db, found.id))) return null;
  const { id } = found;
  return { id, kind: "guest", sessionId: id, save: (came) => saveGuest(accounts, { id, origin, came }) };
}

/** Sends a mail about an account to its owner, with the transaction. */
export async function sendMail(
  { mail }: Pick<Accounts, "mail">,
  trx: Db,
  kind: AccountMail,
  visitorId: string,
): Promise<void> {
  await mail.send(trx, kind, { visitorId } satisfies AboutAccount);
}
