import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "../sessions/tokens.ts";
import { returnPathOf } from "./return-path.ts";

/**
 * The state of one Facebook sign-in. All of it derives from one secret that is only in the browser's cookie: Facebook
 * and the address bar see the state, Facebook's server the verifier, and neither reveals the secret.
 */
export interface OAuthState {
  /** The cookie's value. */
  cookie: string;
  /** The value that Facebook must return unchanged. */
  state: string;
  /** Proves to Facebook that the bearer of the code started the sign-in (PKCE, RFC 7636). */
  verifier: string;
  challenge: string;
  /** What is stored of a used state. */
  hash: Buffer;
  returnTo: string;
  endsAt: Date;
}

/** Seconds that a person has at Facebook, and then for the next step here. */
export const OAUTH_STATE_SECONDS = 10 * 60;

const FORM = /^([A-Za-z0-9_-]{43})\.([0-9a-z]{1,12})\.([A-Za-z0-9_-]{1,700})$/;

/** Starts a sign-in that ends at `returnTo`. */
export function beginOAuth(now: Date, returnTo: string): OAuthState {
  return wayOf(newToken(), now.getTime().toString(36), Buffer.from(returnTo).toString("base64url"));
}

/** Returns the state in a cookie; null when it is invalid or expired. */
export function readOAuthState(cookie: string | null, now: Date): OAuthState | null {
  const [, secret, begun, returnTo] = FORM.exec(cookie ?? "") ?? [];
  if (secret === undefined || begun === undefined || returnTo === undefined) return null;
  const way = wayOf(secret, begun, returnTo);
  const left = way.endsAt.getTime() - now.getTime();
  return left > 0 && left <= OAUTH_STATE_SECONDS * 1000 ? way : null;
}

/** Returns whether a returned state belongs to this sign-in. */
export function isStateOf(way: OAuthState, state: unknown): boolean {
  if (typeof state !== "string" || state.length !== way.state.length) return false;
  const [given, own] = [Buffer.from(state), Buffer.from(way.state)];
  return given.length === own.length && timingSafeEqual(given, own);
}

function wayOf(secret: string, begun: string, returnTo: string): OAuthState {
  const derive = (what: string) => createHmac("sha256", secret).update(what).digest("base64url");
  const verifier = derive("verifier");
  return {
    cookie: `${secret}.${begun}.${returnTo}`,
    // Time and path are included: a cookie that was tampered with matches no state.
    state: derive(`state ${begun} ${returnTo}`),
    verifier,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
    hash: createHash("sha256").update(secret).digest(),
    returnTo: returnPathOf(Buffer.from(returnTo, "base64url").toString("utf8")),
    endsAt: new Date(Number.parseInt(begun, 36) + OAUTH_STATE_SECONDS * 1000),
  };
}
