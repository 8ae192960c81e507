import { createHash, randomBytes } from "node:crypto";
import { oauthError } from "./errors.ts";
import type { Person } from "./people.ts";

/** A registered app. */
export interface App {
  id: string;
  secret: string;
}

/** What a person allowed an app in the dialog. */
export interface Consent {
  appId: string;
  person: Person;
  redirectUri: string;
  scopes: string[];
  /** PKCE's challenge; stored only for the OpenID scope, as Facebook does. */
  challenge: { value: string; method: "S256" | "plain" } | null;
}

/** The meaning of an access token. */
export interface Access {
  appId: string;
  person: Person;
  scopes: string[];
  issuedAt: number;
  expiresAt: number;
}

const CODE_LIFE_MS = 10 * 60_000;
/** Sixty days, less the time since its creation. */
const TOKEN_LIFE_S = 5_183_944;

/** The issued codes and access tokens. */
export interface Grants {
  /** Issues the code of a consent. */
  issueCode(consent: Consent): string;
  /** Exchanges a code for an access token, once. */
  redeem(given: { appId: string; code: string; redirectUri: string; verifier: string | null }): {
    token: string;
    expiresIn: number;
  };
  find(token: string): Access | undefined;
}

/** Opens an empty set of grants. `now` in milliseconds. */
export function openGrants(now: () => number): Grants {
  const codes = new Map<string, { consent: Consent; expiresAt: number; used: boolean }>();
  const tokens = new Map<string, Access>();
  return {
    issueCode(consent) {
      const code = `AQ${randomBytes(96).toString("base64url")}`;
      codes.set(code, { consent, expiresAt: now() + CODE_LIFE_MS, used: false });
      return code;
    },
    redeem({ appId, code, redirectUri, verifier }) {
      const issued = codes.get(code);
      if (!issued) throw oauthError(100, "Invalid verification code format.");
      const { consent } = issued;
      if (consent.appId !== appId || consent.redirectUri !== redirectUri) {
        throw oauthError(
          100,
          "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
          36008,
        );
      }
      if (issued.used) throw oauthError(100, "This authorization code has been used.", 36009);
      if (issued.expiresAt <= now()) throw oauthError(100, "This authorization code has expired.", 36007);
      checkVerifier(consent.challenge, verifier);
      issued.used = true;
      const token = `EAA${randomBytes(96).toString("base64url")}`;
      const issuedAt = Math.floor(now() / 1000);
      const { person, scopes } = consent;
      tokens.set(token, { appId, person, scopes, issuedAt, expiresAt: issuedAt + TOKEN_LIFE_S });
      return { token, expiresIn: TOKEN_LIFE_S };
    },
    find: (token) => tokens.get(token),
  };
}

function checkVerifier(challenge: Consent["challenge"], verifier: string | null): void {
  if (!challenge) {
    if (verifier === null) return;
    throw oauthError(1, "code_verifier param is provided without a code_challenge in authorization request.");
  }
  const { value, method } = challenge;
  const wellFormed = verifier !== null && /^[A-Za-z0-9._~-]{43,128}$/.test(verifier);
  const shown =
    method === "plain"
      ? verifier
      : createHash("sha256")
          .update(verifier ?? "")
          .digest("base64url");
  if (wellFormed && shown === value) return;
  throw oauthError(
    1,
    "Invalid code verifier. Code verifier should be a cryptographically random string using the characters A-Z, a-z, 0-9, and the punctuation characters -._~ (hyphen, period, underscore, and tilde), between 43 and 128 characters long.",
  );
}
