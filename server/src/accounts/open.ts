import type { Membership } from "@cliffhanger/contract";
import type { Caller, Origin } from "#platform/http/caller";
import { openHashingQueue } from "#platform/passwords/hashing-queue";
import type { Accounts, AccountsOptions } from "./accounts.ts";
import { findVisitor } from "./repository.ts";
import { saveGuest } from "./save-guest.ts";
import { type IdentifyContext, identify, recogniseWith } from "./sessions/identify.ts";
import type { Secret } from "./sessions/repository.ts";
import { readUnsavedToken } from "./sessions/unsaved.ts";

const free: Membership = {
  state: "free",
  planId: null,
  planName: null,
  renewsAt: null,
  periodDays: null,
  cancelAtPeriodEnd: false,
};

const DEFAULT_GUEST_DAYS = 180;

/** Opens the accounts. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { db, clock, log, guestDays = DEFAULT_GUEST_DAYS } = options;
  const context: IdentifyContext = {
    db,
    clock,
    log,
    guestDays,
    unsaved: (origin, token, secret) => findUnsaved(accounts, origin, token, secret),
  };
  const accounts: Accounts = {
    listeners: [],
    membershipOf: async () => free,
    documents: async () => [],
    siteName: async () => "",
    ...options,
    guestDays,
    hashingQueue: openHashingQueue(undefined, options.passwordCost),
    identify: (origin) => identify(context, origin),
    recogniseWith: (origin, read) => recogniseWith(context, origin, read),
  };
  return accounts;
}

/** Returns a guest without a row; `saved`: they have one by now, and the secret is worth what its session is. */
async function findUnsaved(
  accounts: Accounts,
  origin: Origin,
  token: string,
  secret: Secret,
): Promise<Caller | "saved" | null> {
  const found = readUnsavedToken(accounts.guestKeys, accounts.clock, token, secret);
  if (!found) return null;
  if (await findVisitor(accounts.db, found.id)) return "saved";
  const { id } = found;
  return { id, kind: "guest", sessionId: id, save: (came) => saveGuest(accounts, { id, origin, came }) };
}
