import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "../sessions/tokens.ts";
import { returnPathOf } from "./return-path.ts";

/**
 * A way to Facebook and back. All of it hangs on one secret that lies in the browser's cookie alone: Facebook and the address
 * bar see the state, Facebook's server the verifier, and none of them tells the secret.
 */
export interface OAuthState {
  /** What the cookie holds. */
  cookie: string;
  /** What Facebook must hand back unchanged. */
  state: string;
  /** Proves to Facebook that whoever brings the code began the way (PKCE, RFC 7636). */
  verifier: string;
  challenge: string;
  /** What is kept of a way that was walked. */
  hash: Buffer;
  returnTo: string;
  endsAt: Date;
}

/** Seconds that a person has at Facebook, and then for the next step here. */
export const OAUTH_STATE_SECONDS = 10 * 60;

const FORM = /^([A-Za-z0-9_-]{43})\.([0-9a-z]{1,12})\.([A-Za-z0-9_-]{1,700})$/;

/** Begins a way that ends at `returnTo`. */
export function beginOAuth(now: Date, returnTo: string): OAuthState {
  return wayOf(newToken(), now.getTime().toString(36), Buffer.from(returnTo).toString("base64url"));
}

/** The way that a cookie tells of; null where it is none, or its time is over. */
export function readOAuthState(cookie: string | null, now: Date): OAuthState | null {
  const [, secret, begun, returnTo] = FORM.exec(cookie ?? "") ?? [];
  if (secret === undefined || begun === undefined || returnTo === undefined) return null;
  const way = wayOf(secret, begun, returnTo);
  const left = way.endsAt.getTime() - now.getTime();
  return left > 0 && left <= OAUTH_STATE_SECONDS * 1000 ? way : null;
}

/** Whether a state that came back is this way's. */
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
    // Time and place go into it: a cookie that was tampered with belongs to no state.
    state: derive(`state ${begun} ${returnTo}`),
    verifier,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
    hash: createHash("sha256").update(secret).digest(),
    returnTo: returnPathOf(Buffer.from(returnTo, "base64url").toString("utf8")),
    endsAt: new Date(Number.parseInt(begun, 36) + OAUTH_STATE_SECONDS * 1000),
  };
}
