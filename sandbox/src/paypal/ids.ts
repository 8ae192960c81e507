import { randomBytes, randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHJKLMNPRSTUVWXY";
const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
// Account numbers leave out ambiguous characters, as the official pattern demands.
const ACCOUNT = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

function pick(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Returns the number of an order, a capture, a refund or a setup token: 17 characters, such as 5O190127TN364715T. */
export function transactionId(): string {
  return (
    pick(DIGITS.slice(1), 1) +
    pick(ALPHABET, 1) +
    pick(DIGITS, 6) +
    pick(ALPHABET, 2) +
    pick(DIGITS, 6) +
    pick(ALPHABET, 1)
  );
}

/** Returns the number of a webhook event: WH-, two transaction numbers. */
export function eventId(): string {
  return `WH-${transactionId()}-${transactionId()}`;
}

/** Returns the id of a payment token in the vault: 12 characters in the form of the examples of PayPal's orders API, 8kk8451t. */
export function vaultId(): string {
  return pick(DIGITS, 1) + pick(LETTERS, 4) + pick(DIGITS, 5) + pick(LETTERS, 2);
}

/** Returns the id of a customer in the vault, when the merchant named none. */
export function customerId(): string {
  return pick("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", 10);
}

/** Returns the number of an account: 13 characters. */
export function accountId(): string {
  return pick(ACCOUNT, 13);
}

/** Returns the number of a dispute: PP-R-ABC-10012345. */
export function disputeId(): string {
  return `PP-R-${pick(ALPHABET, 3)}-${pick(DIGITS.slice(1), 8)}`;
}

/** Returns the id that identifies an error. */
export function debugId(): string {
  return `f${randomBytes(6).toString("hex")}`;
}
