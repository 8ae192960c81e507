import { randomBytes, randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXY";
const DIGITS = "0123456789";
// Account numbers leave out what is easily misread; the official pattern demands it.
const ACCOUNT = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** The number of an order, a capture, a refund or a setup token: 17 signs, as 5O190127TN364715T. */
export function transactionId(): string {
  return (
    pick(DIGITS.slice(1), 1) +
    pick(LETTERS, 1) +
    pick(DIGITS, 6) +
    pick(LETTERS, 2) +
    pick(DIGITS, 6) +
    pick(LETTERS, 1)
  );
}

/** The number of a webhook event: WH-, two transaction numbers. */
export function eventId(): string {
  return `WH-${transactionId()}-${transactionId()}`;
}

/** A payment token in the vault. */
export function vaultId(): string {
  return `${pick(DIGITS, 2)}${randomBytes(6).toString("hex")}`;
}

/** A customer in the vault, where the merchant named none. */
export function customerId(): string {
  return pick("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", 10);
}

/** The number of an account: 13 signs. */
export function accountId(): string {
  return pick(ACCOUNT, 13);
}

/** A dispute: PP-R-ABC-10012345. */
export function disputeId(): string {
  return `PP-R-${pick(LETTERS, 3)}-${pick(DIGITS.slice(1), 8)}`;
}

/** What an error is found again by. */
export function debugId(): string {
  return `f${randomBytes(6).toString("hex")}`;
}
