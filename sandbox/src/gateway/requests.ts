import type { Store } from "./store.ts";

/** A received request for later inspection, always without a card number. */
export interface Received {
  id: string;
  /** Milliseconds on the gateway's clock. */
  at: number;
  method: string;
  path: string;
  /** The status of the answer; 0 when it was lost on purpose. */
  status: number;
  /** The injected fault. */
  fault: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  /** The body, without data that must not be stored. */
  sent: string;
  /** The code of a refusal. */
  error: string | null;
}

const stored = 200;

/** Stores a request; only the newest 200 are retained. */
export function saveRequest(store: Store, received: Received): void {
  store.put("request", received.id, { ...received, sent: withoutCards(received.sent).slice(0, 4000) });
  if (Math.random() < 0.05) store.deleteAllButNewest("request", stored);
}

/** Returns the newest 200 requests, the newest first. */
export function newestRequests(store: Store): Received[] {
  return store.list<Received>("request", { newest: stored }).reverse();
}

/** Cuts every card number in a text to its last four digits and removes every security code. */
export function withoutCards(text: string): string {
  return text
    .replace(/(cvc|cvv|security_code)((?:\]|"|%5D)?\s*[=:]\s*"?)\d{3,4}/gi, "$1$2•••")
    .replace(/\d(?:[ +-]?\d){11,18}/g, (run) => {
      const digits = run.replace(/\D/g, "");
      return passesLuhn(digits) ? `•••• ${digits.slice(-4)}` : run;
    });
}

/** Returns whether digits could be a card number. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}
