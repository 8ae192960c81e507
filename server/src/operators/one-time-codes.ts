import { randomInt } from "node:crypto";

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns a new secret of one-time codes with its address for an authenticator app. */
export async function newTotp(email: string, siteName: string): Promise<{ secret: string; uri: string }> {
  const { Secret } = await import("otpauth");
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: (await totpOf(secret, email, siteName)).toString() };
}

/**
 * Returns the step of a valid code that is later than the last one used; null for any other code, so that none serves
 * twice.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { now, after }: { now: Date; after: number },
): Promise<number | null> {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const totp = await totpOf(secret, "", "");
  const delta = totp.validate({ token, timestamp: now.getTime(), window: 1 });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  return step > after ? step : null;
}

async function totpOf(secret: string, label: string, issuer: string) {
  const { TOTP } = await import("otpauth");
  return new TOTP({ secret, label, issuer, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });
}

/** Returns ten new recovery codes, each of 50 random bits. */
export function newRecoveryCodes(): string[] {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, character).join(""),
  );
}

/** Returns a typed recovery code as it was made; null for what cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? code : null;
}
