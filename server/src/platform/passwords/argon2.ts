import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** The cost of a hash: memory in KiB, passes, lanes. */
export interface HashCost {
  m: number;
  t: number;
  p: number;
}

/** OWASP's first choice. */
export const standardCost: HashCost = { m: 19_456, t: 2, p: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Returns a password's hash as it is stored: a PHC string of argon2id with a random salt. */
export async function hashPassword(password: string, cost = standardCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive("argon2id", {
    message: password,
    nonce: salt,
    memory: cost.m,
    passes: cost.t,
    parallelism: cost.p,
    tagLength: TAG_BYTES,
  });
  return phcOf(cost, salt, tag);
}

/** Verifies a password against a hash. `stale`: the hash has other costs than `cost`. */
export async function verifyPassword(
  password: string,
  stored: string,
  cost = standardCost,
): Promise<{ right: boolean; stale: boolean }> {
  const [, m = "", t = "", p = "", salt = "", tag = ""] = PHC.exec(stored) ?? [];
  if (tag === "")
    throw new Error("A password's hash in the database is not of a form that this version knows.");
  const expected = Buffer.from(tag, "base64");
  const found = await derive("argon2id", {
    message: password,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: expected.length,
  });
  const stale = Number(m) !== cost.m || Number(t) !== cost.t || Number(p) !== cost.p;
  return { right: timingSafeEqual(found, expected), stale };
}

/** Returns a hash that takes as long to verify as any other and matches no password: for accounts that do not exist. */
export const decoyHash = (cost = standardCost): string =>
  phcOf(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

function phcOf(cost: HashCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.m},t=${cost.t},p=${cost.p}$${base64(salt)}$${base64(tag)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
