import { DomainError } from "#platform/http/errors";
import type { RequestParts } from "#platform/http/request-rules";
import { findCardRuns } from "./pan-runs.ts";

/** How deep a body is searched; schemas keep nothing that is deeper. */
const DEEPEST = 12;
/** Digits of a card's number at least: a shorter text holds none. */
const SHORTEST = 13;

/** Fields that hold what is on a card, however they are written. */
const cardFields = new Set(
  `cardnumber ccnumber creditcardnumber debitcardnumber cardno pan primaryaccountnumber cvc cvv cvc2 cvv2 csc
  cardcvc cardcvv cardverification cvccode cvvcode securitycode cardsecuritycode`.split(/\s+/),
);
/** Characters of a field's name that are compared, with what may stand between its letters. */
const LONGEST_FIELD = 60;

/**
 * Headers that are not searched: what browsers and proxies put there by themselves is random, and a visitor who had a number
 * by chance would be locked out.
 */
const unread =
  /^(cookie|referer|range|baggage|sentry-trace|if-(none-)?match|if-modified-since|content-length|traceparent|tracestate|cf-.*|x-(amzn|b3|cloud|request|correlation|datadog|forwarded|real)-.*)$/;

/**
 * Where somebody came from. Advertisers fill it with ids as long as a card's number, and all who come by one link bring the
 * same: what looks like a number is left out (`withoutCardNumbers`), and nobody is turned away for it.
 */
const waysHere = new Set(["fbclid", "ttclid", "landing", "referrer"]);

/** Whether a text holds what looks like a card's number. */
export function hasCardNumber(text: string): boolean {
  return findCardRuns(text, 1).length > 0;
}

/** The text without what looks like a card's number; undefined where the rest would be one again. */
export function withoutCardNumbers(text: string): string | undefined {
  const runs = findCardRuns(text);
  if (runs.length === 0) return text;
  let rest = "";
  let at = 0;
  for (const { start, end } of runs) {
    rest += text.slice(at, start);
    at = end;
  }
  rest += text.slice(at);
  return hasCardNumber(rest) ? undefined : rest;
}

/** What a schema kept of a request, without what looks like a card's number in where somebody came from. */
export function cleanWaysHere<T>(kept: T): T {
  if (typeof kept !== "object" || kept === null) return kept;
  const fields = kept as Record<string, unknown>;
  for (const name of waysHere) {
    const value = fields[name];
    if (typeof value === "string") fields[name] = withoutCardNumbers(value);
  }
  return kept;
}

/**
 * Refuses a call that brings a card's number or check number anywhere (R53): none may ever reach us. Nothing of it is
 * logged. Called after access and schema, so that nobody can make the server search what it would refuse anyway. Raw bodies,
 * which gateways sign, are theirs to fill.
 */
export function refuseCardNumbers({ body, query, params, headers }: RequestParts): void {
  if (holds(body, 0) || holds(query, 0) || holds(params, 0) || headersHold(headers))
    throw new DomainError(400, "card_number_sent");
}

/** What is known of headers by name: the same few come with every request. */
const headerKinds = new Map<string, "unread" | "card" | "text">();
const MOST_HEADER_KINDS = 500;

function headerKindOf(name: string): "unread" | "card" | "text" {
  const known = headerKinds.get(name);
  if (known) return known;
  const isCard = isCardField(name) || hasCardNumber(name);
  const kind = unread.test(name) || waysHere.has(name) ? "unread" : isCard ? "card" : "text";
  if (headerKinds.size >= MOST_HEADER_KINDS) headerKinds.clear();
  headerKinds.set(name, kind);
  return kind;
}

function headersHold(headers: RequestParts["headers"]): boolean {
  for (const name in headers) {
    const kind = headerKindOf(name);
    if (kind === "unread") continue;
    if (kind === "card" ? isFilled(headers[name]) : holds(headers[name], 0)) return true;
  }
  return false;
}

function holds(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.length >= SHORTEST && hasCardNumber(value);
  if (typeof value === "number") return Number.isSafeInteger(value) && hasCardNumber(String(value));
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.some((inner) => holds(inner, depth + 1));
  return Object.entries(value).some(([name, inner]) => {
    if (depth === 0 && waysHere.has(name)) return false;
    return (isCardField(name) && isFilled(inner)) || hasCardNumber(name) || holds(inner, depth + 1);
  });
}

function isCardField(name: string): boolean {
  return name.length <= LONGEST_FIELD && cardFields.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
