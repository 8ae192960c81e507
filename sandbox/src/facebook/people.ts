import { createHash } from "node:crypto";

/** Somebody with an account at Facebook. */
export interface Person {
  name: string;
  email: string;
  /** An address that its owner has not confirmed to Facebook is never told to an app. */
  confirmed: boolean;
}

/** People to choose from. */
export const people: Person[] = [
  { name: "Ana Torres", email: "ana.torres@example.com", confirmed: true },
  { name: "Jonas Weber", email: "jonas.weber@example.com", confirmed: true },
  { name: "Chloé Martin", email: "chloe.martin@example.com", confirmed: true },
];

/** A person's id, the same every time: 17 digits, another one for every app. */
export function idOf({ name, email }: Person, appId: string): string {
  const hash = createHash("sha256").update(`${appId}\n${name}\n${email.toLowerCase()}`).digest();
  return `1${(hash.readBigUInt64BE() % 10n ** 16n).toString().padStart(16, "0")}`;
}
