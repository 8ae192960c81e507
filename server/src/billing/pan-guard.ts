import { DomainError } from "#platform/http/errors";
import type { RequestParts } from "#platform/http/request-rules";
import { findCardRuns } from "./pan-runs.ts";

/** The depth to which a body is searched; schemas accept nothing deeper. */
const MAX_DEPTH = 12;
/** The fewest digits of a card number: a shorter text contains none. */
const MIN_DIGITS = 13;

/** Fields for card data, in any spelling. */
const cardFields = new Set(
  `cardnumber ccnumber creditcardnumber debitcardnumber cardno pan primaryaccountnumber cvc cvv cvc2 cvv2 csc
  cardcvc cardcvv cardverification cvccode cvvcode securitycode cardsecuritycode`.split(/\s+/),
);
/** The longest field name that is compared, including separators. */
const MAX_FIELD_LENGTH = 60;

/**
 * Headers that are not searched: browsers and proxies fill them with random values, and a visitor with a
 * number by chance would be locked out.
 */
const unread =
  /^(cookie|referer|range|baggage|sentry-trace|if-(none-)?match|if-modified-since|content-length|traceparent|tracestate|cf-.*|x-(amzn|b3|cloud|request|correlation|datadog|forwarded|real)-.*)$/;

/**
 * Fields with the attribution of a visit. Advertisers fill them with ids as long as a card number, which all
 * visitors of one link share. A match is removed (`withoutCardNumbers`), and does not reject the request.
 */
const attributionFields = new Set(["fbclid", "ttclid", "landing", "referrer"]);

/** Returns whether a text contains what looks like a card number. */
export function hasCardNumber(text: string): boolean {
  return findCardRuns(text, 1).length > 0;
}

/** Returns the text without what looks like a card number; undefined if the rest would contain one again. */
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

/** Removes what looks like a card number from the attribution of a validated request. */
export function cleanAttribution<T>(request: T): T {
  if (typeof request !== "object" || request === null) return request;
  const fields = request as Record<string, unknown>;
  for (const name of attributionFields) {
    const value = fields[name];
    if (typeof value === "string") fields[name] = withoutCardNumbers(value);
  }
  return request;
}

/**
 * Rejects a request that contains a card number or its check number anywhere (R53): we must never receive
 * one. Nothing of it is logged. It runs after access and schema, so that a request which they reject costs no
 * search. Raw bodies, which gateways sign, are not searched.
 */
export function refuseCardNumbers({ body, query, params, headers }: RequestParts): void {
  if (holds(body, 0) || holds(query, 0) || holds(params, 0) || headersHold(headers))
    throw new DomainError(400, "card_number_sent");
}

/** The kinds of headers by name: the same few come with every request. */
const headerKinds = new Map<string, "unread" | "card" | "text">();
const MAX_HEADER_KINDS = 500;

function headerKindOf(name: string): "unread" | "card" | "text" {
  const known = headerKinds.get(name);
  if (known) return known;
  const isCard = isCardField(name) || hasCardNumber(name);
  const kind = unread.test(name) || attributionFields.has(name) ? "unread" : isCard ? "card" : "text";
  if (headerKinds.size >= MAX_HEADER_KINDS) headerKinds.clear();
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
  if (typeof value === "string") return value.length >= MIN_DIGITS && hasCardNumber(value);
  if (typeof value === "number") return Number.isSafeInteger(value) && hasCardNumber(String(value));
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value) || depth > MAX_DEPTH)
    return false;
  if (Array.isArray(value)) return value.some((inner) => holds(inner, depth + 1));
  return Object.entries(value).some(([name, inner]) => {
    if (depth === 0 && attributionFields.has(name)) return false;
    return (isCardField(name) && isFilled(inner)) || hasCardNumber(name) || holds(inner, depth + 1);
  });
}

function isCardField(name: string): boolean {
  return name.length <= MAX_FIELD_LENGTH && cardFields.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
