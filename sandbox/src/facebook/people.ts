import { createHash } from "node:crypto";

/** A person with a Facebook account. */
export interface Person {
  name: string;
  email: string;
  /** An unconfirmed address is never shared with an app. */
  confirmed: boolean;
}

/** The people to choose from. */
export const people: Person[] = [
  { name: "Ana Torres", email: "ana.torres@example.com", confirmed: true },
  { name: "Jonas Weber", email: "jonas.weber@example.com", confirmed: true },
  { name: "Chloé Martin", email: "chloe.martin@example.com", confirmed: true },
];

/** Returns a person's id, always the same for one app: 17 digits, different for every app. */
export function idOf({ name, email }: Person, appId: string): string {
  const hash = createHash("sha256").update(`${appId}\n${name}\n${email.toLowerCase()}`).digest();
  return `1${(hash.readBigUInt64BE() % 10n ** 16n).toString().padStart(16, "0")}`;
}
