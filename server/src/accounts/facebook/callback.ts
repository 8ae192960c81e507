import { parseAddress } from "#platform/address";
import { inTransaction } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { DomainError } from "#platform/http/errors";
import { HttpClientError } from "#platform/http-client";
import type { FacebookSettings } from "#platform/integration-config";
import { type Limit, takeToken } from "#platform/throttle";
import type { Accounts } from "../accounts.ts";
import { enter } from "../enter.ts";
import { gatherPurchases } from "../links/gather.ts";
import { findMemberByEmail } from "../repository.ts";
import { after } from "../sessions/lives.ts";
import type { AnswerHeaders } from "../sessions/open-session.ts";
import { hashOf, newToken } from "../sessions/tokens.ts";
import { type FacebookPerson, personOfCode } from "./graph.ts";
import { isStateOf, OAUTH_STATE_SECONDS, type OAuthState, readOAuthState } from "./oauth-state.ts";
import * as repository from "./repository.ts";

/** Facebook's redirect, and its caller. */
export interface FacebookCallback {
  query: Record<string, unknown>;
  redirectUri: string;
  caller: Caller | null;
  origin: Origin;
}

/** Where the browser is sent next. `headers` sign the person in. */
export interface Redirect {
  path: string;
  /** The new cookie value: what waits for the next step, or empty; undefined leaves the cookie unchanged. */
  cookie?: string;
  headers?: AnswerHeaders;
}

/** Callbacks from one address, each of which calls Facebook. */
const callbackLimit: Limit = { action: "facebook", max: 200, seconds: 60 * 60 };

/**
 * Completes a Facebook sign-in: signs in a known person, and sends anyone else to the next step. It never fails
 * visibly: every error leads to the sign-in screen, which reports it.
 */
export async function handleCallback(
  accounts: Accounts,
  settings: FacebookSettings,
  callback: FacebookCallback,
): Promise<Redirect> {
  const { db, clock, log } = accounts;
  const way = readOAuthState(callback.origin.facebookCookie, clock.now());
  // The callback belongs to another browser: a sign-in in progress here is not affected.
  if (!way || !isStateOf(way, callback.query["state"])) return { path: "/login?error=facebook_failed" };
  try {
    await takeToken(db, clock, callbackLimit, callback.origin.address);
    await repository.deleteEnded(db, clock.now());
    // Before anything else: each state is used once, whatever the outcome.
    if (!(await repository.insertReturn(db, { secret_hash: way.hash, ends_at: way.endsAt })))
      return failWith("facebook_failed", way);
    if (callback.query["error"] === "access_denied") return failWith("facebook_cancelled", way);
    const { code } = callback.query;
    if (typeof code !== "string" || code === "" || code.length > 2000)
      return failWith("facebook_failed", way);
    const { redirectUri } = callback;
    const person = await personOfCode(settings, { code, redirectUri, verifier: way.verifier });
    return await continueSignIn(accounts, person, way, callback);
  } catch (error) {
    if (!(error instanceof HttpClientError || error instanceof DomainError)) throw error;
    log.warn({ reason: error.message }, "Facebook sign-in failed");
    return failWith("facebook_failed", way);
  }
}

async function continueSignIn(
  accounts: Accounts,
  person: FacebookPerson,
  way: OAuthState,
  { caller, origin }: FacebookCallback,
): Promise<Redirect> {
  const { db, log } = accounts;
  const { returnTo } = way;
  const email = person.email === null ? null : parseAddress(person.email);
  const known = await repository.findMemberByFacebook(db, person.id);
  if (known !== null) {
    const { headers } = await inTransaction(db, async (trx) => {
      const owner = email === null ? undefined : await findMemberByEmail(trx, email);
      // An address that another member has is theirs: what was bought with it waits for their own proof.
      if (email !== null && (owner?.id ?? known) === known)
        await gatherPurchases(trx, accounts, { email, memberId: known, caller });
      return enter(trx, accounts, { memberId: known, caller, origin });
    });
    log.info({ visitor: known }, "Member signed in with Facebook");
    return { path: returnTo, cookie: "", headers };
  }
  // A member needs a confirmed address: without a password and mail there would be no way to recover the account.
  if (email === null) return failWith("facebook_email", way);
  const owner = await findMemberByEmail(db, email);
  const cookie = await savePending(accounts, person, { email, memberId: owner?.id ?? null });
  const path = owner ? "/login?link=facebook" : "/register?with=facebook";
  return { path: withReturn(path, returnTo), cookie };
}

async function savePending(
  { db, clock }: Accounts,
  person: FacebookPerson,
  { email, memberId }: { email: string; memberId: string | null },
): Promise<string> {
  const token = newToken();
  await repository.insertPending(db, {
    token_hash: hashOf(token),
    facebook_id: person.id,
    email,
    display_name: person.name,
    member_id: memberId,
    ends_at: after(clock.now(), OAUTH_STATE_SECONDS),
  });
  return token;
}

type SignInError = "facebook_failed" | "facebook_cancelled" | "facebook_email";

function failWith(error: SignInError, way: OAuthState): Redirect {
  return { path: withReturn(`/login?error=${error}`, way.returnTo), cookie: "" };
}

function withReturn(path: string, returnTo: string): string {
  return returnTo === "/" ? path : `${path}&returnTo=${encodeURIComponent(returnTo)}`;
}
