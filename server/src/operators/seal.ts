import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the key that seals secrets: the given one, or that of the data folder, which is made at the first use. */
export async function readConsoleKey(given: Buffer | null, dataDir: string): Promise<Buffer> {
  if (given) return given;
  const path = join(dataDir, "console.key");
  try {
    const file = await open(path, "wx", 0o600);
    try {
      const key = randomBytes(KEY_BYTES);
      await file.writeFile(`${key.toString("hex")}\n`);
      await file.sync();
      return key;
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const text = (await readFile(path, "utf8")).trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(
      `${path} is not a key. Restore it from a backup, or delete it and reset the operators' codes.`,
    );
  return Buffer.from(text, "hex");
}

/** Seals a text with AES-256-GCM; only the same key and purpose open it. */
export function seal(key: Buffer, text: string, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens a sealed text; throws when it was changed, or sealed with another key or for another purpose. */
export function unseal(key: Buffer, sealed: Buffer, purpose: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return (
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
  );
}

/** Returns what is stored instead of a secret of at least 50 random bits. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
