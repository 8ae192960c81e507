import { type Language, parseLanguage } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Email, Outbox } from "#platform/mail/email";
import { findChangeOf } from "../links/changes/repository.ts";
import { createLink } from "../links/create-link.ts";
import { createResetCode } from "../passwords/reset-code.ts";
import { findVisitor } from "../repository.ts";
import { addressNewEmail, addressOldEmail } from "./address-change.ts";
import { addressTakenEmail } from "./address-taken.ts";
import { type Addressee, findAddressee } from "./addressee.ts";
import { deletionScheduledEmail } from "./deletion-scheduled.ts";
import { passwordChangedEmail } from "./password-changed.ts";
import { passwordResetEmail } from "./password-reset.ts";
import { signInLinkEmail } from "./sign-in-link.ts";

/** The mails about an account, by kind; each is sent with `{ visitorId }`. */
export const accountMails = {
  passwordReset: "password-reset",
  passwordChanged: "password-changed",
  addressTaken: "address-taken",
  deletionScheduled: "deletion-scheduled",
  signInLink: "sign-in-link",
  addressNew: "address-new",
  addressOld: "address-old",
} as const;

/** The input of every mail about an account. */
export interface AboutAccount {
  visitorId: string;
}

/** The dependencies of the accounts' mails. */
export interface AccountMailOptions {
  outbox: Outbox;
  db: Db;
  clock: Clock;
  /** The origin of links: the site's own address, which no request can change. */
  origin: string;
}

/** Registers the mails about an account: in the person's language, sent to the account's current address. */
export function defineAccountMails({ outbox, db, clock, origin }: AccountMailOptions): void {
  const resetUrl = `${origin}/retrievePassword`;
  const define = (kind: string, write: (to: Addressee) => Email | null | Promise<Email>) =>
    outbox.define<AboutAccount>(kind, async ({ visitorId }) => {
      const addressee = await findAddressee(db, visitorId);
      return addressee && write(addressee);
    });

  define(accountMails.passwordReset, async (to) => {
    // Created when the mail is written, so that it is stored nowhere before.
    const code = await createResetCode(db, clock, to.id);
    return passwordResetEmail(to, `${resetUrl}?code=${encodeURIComponent(code)}`);
  });
  outbox.define<AboutAccount>(accountMails.signInLink, async ({ visitorId }) => {
    const owner = await findVisitor(db, visitorId);
    const to = owner?.email ?? owner?.pending_email;
    if (!owner || !to) return null;
    const code = await createLink(db, clock, { email: to, purpose: "sign_in" });
    const language = parseLanguage(owner.language) ?? "en";
    return signInLinkEmail({ to, language }, `${origin}/claim?code=${encodeURIComponent(code)}`);
  });
  const defineLink = (
    kind: string,
    purpose: "new_address" | "keep_address",
    write: (to: { to: string; language: Language }, url: string) => Email,
  ) =>
    outbox.define<AboutAccount>(kind, async ({ visitorId }) => {
      const [owner, change] = await Promise.all([
        findVisitor(db, visitorId),
        findChangeOf(db, visitorId, clock.now()),
      ]);
      const to = purpose === "new_address" ? change?.email : (owner?.email ?? owner?.pending_email);
      // It was made, kept or replaced in the meantime.
      if (!owner || !change || !to) return null;
      const code = await createLink(db, clock, { email: to, purpose });
      const language = parseLanguage(owner.language) ?? "en";
      return write({ to, language }, `${origin}/claim?code=${encodeURIComponent(code)}`);
    });
  defineLink(accountMails.addressNew, "new_address", addressNewEmail);
  defineLink(accountMails.addressOld, "keep_address", addressOldEmail);
  define(accountMails.passwordChanged, (to) => passwordChangedEmail(to, resetUrl));
  define(accountMails.addressTaken, (to) =>
    addressTakenEmail(to, { signIn: `${origin}/login`, reset: resetUrl }),
  );
  // The deletion was cancelled in the meantime: send nothing.
  define(
    accountMails.deletionScheduled,
    (to) => to.deletesAt && deletionScheduledEmail(to, to.deletesAt, `${origin}/individual`),
  );
}
