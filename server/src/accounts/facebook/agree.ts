import { type Language, parseLanguage } from "@cliffhanger/contract";
import { inTransaction } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import type { Caller, Origin } from "#platform/http/caller";
import { explainedRefusal, invalidField } from "#platform/http/errors";
import type { Accounts } from "../accounts.ts";
import { alreadySignedIn, becomeMember } from "../become-member.ts";
import type { Entered } from "../guest.ts";
import { gatherPurchases } from "../links/gather.ts";
import { shownName } from "../profile.ts";
import { updateVisitor } from "../repository.ts";
import { openSession } from "../sessions/open-session.ts";
import { hashOf, isToken } from "../sessions/tokens.ts";
import { takePending } from "./repository.ts";

/** The content of the form, and its sender. */
export interface AgreementInput {
  agree: boolean;
  language: string | undefined;
  requestLanguage: Language;
  caller: Caller | null;
  origin: Origin;
}

/** Creates a member from a first Facebook sign-in with agreements (R5); a guest keeps all data. */
export async function agreeByFacebook(accounts: Accounts, input: AgreementInput): Promise<Entered> {
  const { db, clock, log } = accounts;
  const { caller, origin } = input;
  if (caller?.kind === "member") throw alreadySignedIn();
  if (!input.agree) throw invalidField("agree", "agreement_required");
  const { facebookCookie: token } = origin;
  try {
    const entered = await inTransaction(db, async (trx) => {
      const pending =
        token !== null && isToken(token) ? await takePending(trx, hashOf(token), null, clock.now()) : null;
      if (!pending) throw explainedRefusal("facebook_expired");
      const member = await becomeMember(trx, accounts, {
        guest: caller,
        email: pending.email,
        passwordHash: null,
        facebookId: pending.facebook_id,
        language: parseLanguage(input.language),
        requestLanguage: input.requestLanguage,
      });
      const visitor = { ...member, display_name: member.display_name ?? shownName(pending.display_name) };
      await updateVisitor(trx, visitor.id, { display_name: visitor.display_name });
      await gatherPurchases(trx, accounts, { email: pending.email, memberId: visitor.id, caller });
      const headers = await openSession(trx, clock, { visitorId: visitor.id, kind: "member", origin });
      return { visitor, headers };
    });
    log.info({ visitor: entered.visitor.id }, "Member registered with Facebook");
    return entered;
  } catch (error) {
    // Another person took the address while this one read the terms.
    if (isDuplicate(error)) throw explainedRefusal("register_failed");
    throw error;
  }
}
