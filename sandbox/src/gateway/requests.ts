import type { Store } from "./store.ts";

/** A request that came, as a person may look at it later: never with a card's number. */
export interface Received {
  id: string;
  /** Milliseconds on the gateway's clock. */
  at: number;
  method: string;
  path: string;
  /** What it answered; 0 where the answer was lost on purpose. */
  status: number;
  /** The fault that struck it. */
  fault: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  /** What was sent, without what nobody may keep. */
  sent: string;
  /** The code of the refusal, where it was one. */
  error: string | null;
}

const kept = 200;

/** Keeps a request among the newest 200. */
export function keepRequest(store: Store, received: Received): void {
  store.put("request", received.id, { ...received, sent: withoutCards(received.sent).slice(0, 4000) });
  if (Math.random() < 0.05) store.keepNewest("request", kept);
}

/** The newest 200 requests, the newest first. */
export function newestRequests(store: Store): Received[] {
  return store.list<Received>("request", { newest: kept }).reverse();
}

/** A text in which every card number is cut to its last four digits and every security code is gone. */
export function withoutCards(text: string): string {
  return text
    .replace(/(cvc|cvv|security_code)((?:\]|"|%5D)?\s*[=:]\s*"?)\d{3,4}/gi, "$1$2•••")
    .replace(/\d(?:[ +-]?\d){11,18}/g, (run) => {
      const digits = run.replace(/\D/g, "");
      return passesLuhn(digits) ? `•••• ${digits.slice(-4)}` : run;
    });
}

/** Whether digits could be a card's number. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}
