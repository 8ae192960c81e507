import type { FastifyRequest } from "fastify";
import { Refusal } from "./errors.ts";

/** How deep a body is looked into; what is deeper is refused by its schema. */
const DEEPEST = 12;

/** Digits, whole or in groups, as somebody may write them; what hangs on letters or a dot is something else. */
const run =
  /(?<![\p{L}\p{N}._])\d(?:[ \t\u00a0\u2000-\u200d\u2010-\u2015\u202f\u2060\u2212\ufeff+-]{0,2}\d){12,}(?![\p{L}\p{N}_])/gu;

/** A space or a hyphen that was written for an address. */
const written = /%(20|2d|2b|a0)/gi;
/** Two ids of a kind that programs make: four of its groups may be digits by chance. */
const uuid = /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** How cards print their digits, for those with something else beside them: an expiry date, another number. */
const printed = /^(4 4 4 4( 3)?|4 6 [45])$/;

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
  /^(cookie|referer|range|baggage|sentry-trace|if-(none-)?match|if-modified-since|content-length|traceparent|tracestate|cf-.*|x-(amzn|b3|cloud|request|correlation|datadog|forwarded|real)-.*)$/;

/**
 * What tells how somebody came. Advertisers fill it with ids as long as a card's number, and all who come by one link bring
 * the same: what looks like a number is left out, and nobody is turned away for it.
 */
const waysHere = ["fbclid", "ttclid", "landing", "referrer"] as const;

/** Whether a text holds what looks like a card's number. */
export function hasCardNumber(text: string): boolean {
  return plainOf(text).match(run)?.some(isOrHoldsCard) ?? false;
}

function isOrHoldsCard(digits: string): boolean {
  const groups = digits.match(/\d+/g) ?? [];
  const inPart = (from: number) => [3, 4, 5].some((many) => isPrinted(groups.slice(from, from + many)));
  return isCard(groups.join("")) || groups.some(isCard) || groups.some((_, from) => inPart(from));
}

/** The text with every script's digits as ours, and without what only looks like a number. */
function plainOf(text: string): string {
  const plain = text.replaceAll(written, " ").replaceAll(uuid, "…");
  if (/^\p{ASCII}*$/u.test(plain)) return plain;
  return plain.normalize("NFKC").replaceAll(/[^\P{Nd}0-9]/gu, digitOf);
}

// Unicode has the ten digits of a script in a row that begins at …0 or …6.
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - zero);
}

function isPrinted(groups: readonly string[]): boolean {
  return printed.test(groups.map(({ length }) => length).join(" ")) && isCard(groups.join(""));
}

function isCard(digits: string): boolean {
  return (
    networks.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
    passesLuhn(digits)
  );
}

/**
 * Refuses a call that brings a card's number or check number anywhere (R53): none may ever reach us. Nothing of it is
 * logged. Raw bodies, which gateways sign, are theirs to fill. Pages, media and beacons keep nothing of what they are asked
 * with, and are there for whatever an advertiser's link holds.
 */
export function refuseCardNumbers(request: FastifyRequest): void {
  const { url } = request.routeOptions;
  if (!url?.startsWith("/api/") || url === "/api/statics.png") return;
  for (const brought of [request.headers, request.query, request.body]) forgetWaysHere(brought);
  const headers = Object.entries(request.headers).filter(([name]) => !unread.test(name));
  const found =
    holds(request.body, 0) ||
    holds(request.query, 0) ||
    holds(request.params, 0) ||
    headers.some(([, value]) => value !== undefined && holds(value, 0));
  if (found) throw new Refusal(400, "card_number_sent");
}

function forgetWaysHere(brought: unknown): void {
  if (typeof brought !== "object" || brought === null || Buffer.isBuffer(brought)) return;
  const named = brought as Record<string, unknown>;
  for (const name of waysHere) {
    const told = named[name];
    if (!holds(told, 0)) continue;
    const rest = String(told).replaceAll(run, (digits) => (isOrHoldsCard(digits) ? "" : digits));
    if (holds(rest, 0)) delete named[name];
    else named[name] = rest;
  }
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
