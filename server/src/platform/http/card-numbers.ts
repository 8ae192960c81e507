import type { FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";

/** How deep a body is looked into; what is deeper is refused by its schema. */
const DEEPEST = 12;

/** Digits of a card, whole or in groups; what hangs on letters, a dot or more digits is something else. */
const run = /(?<![\p{L}\p{N}._])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}_]|[ -]\d)/gu;

/** What card numbers begin with and how long they are, as their networks publish it. */
const networks: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^(30[0-5]|3095|36|3[89])/, lengths: [14, 16, 17, 18, 19] },
  { prefix: /^(50|5[6-8]|6304|6390|67)/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

/** Fields that hold what is on a card, however they are written. */
const cardFields = new Set(
  `cardnumber ccnumber creditcardnumber debitcardnumber cardno pan primaryaccountnumber cvc cvv cvc2 cvv2 csc
  cardcvc cardcvv cardverification cvccode cvvcode securitycode cardsecuritycode`.split(/\s+/),
);

/**
 * Headers that are not looked at: what browsers and proxies put there by themselves is random, and whoever had a number by
 * chance would be locked out.
 */
const unread =
  /^(cookie|if-(none-)?match|if-modified-since|content-length|traceparent|tracestate|cf-.*|x-(amzn|b3|cloud|request|correlation|datadog|forwarded|real)-.*)$/;

/** Whether a text holds what looks like a card's number. */
export function hasCardNumber(text: string): boolean {
  for (const [found] of text.matchAll(run)) {
    const digits = found.replaceAll(/[ -]/g, "");
    if (
      networks.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
      passesLuhn(digits)
    )
      return true;
  }
  return false;
}

/**
 * Refuses a request that brings a card's number or check number anywhere (R53): none may ever reach us. Nothing of it is
 * logged. Raw bodies, which gateways sign, are theirs to fill.
 */
export function refuseCardNumbers(request: FastifyRequest): void {
  const headers = Object.entries(request.headers).filter(([name]) => !unread.test(name));
  const found =
    holds(request.body, 0) ||
    holds(request.query, 0) ||
    holds(request.params, 0) ||
    headers.some(([, value]) => value !== undefined && holds(value, 0));
  if (found) throw new Refusal(400, "card_number_sent");
}

function holds(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.length >= 13 && hasCardNumber(value);
  if (typeof value === "number") return Number.isSafeInteger(value) && hasCardNumber(String(value));
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || depth > DEEPEST) return false;
  return Object.entries(value).some(
    ([name, inner]) =>
      (isCardField(name) && isFilled(inner)) || hasCardNumber(name) || holds(inner, depth + 1),
  );
}

function isCardField(name: string): boolean {
  return cardFields.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
