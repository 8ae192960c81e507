import { type Bank, mint } from "./bank.ts";

/** A scheduled change. */
export interface Due {
  id: string;
  /** Milliseconds on the gateway's clock. */
  at: number;
  what: "book_charge" | "settle_charge" | "settle_refund" | "open_dispute" | "warn_of_fraud" | "pay_out";
  /** The object that it changes. */
  of: string;
  /** Its outcome, when there are several. */
  outcome?: string;
}

/** Schedules a change after some seconds. */
export function putOff(bank: Bank, seconds: number, due: Omit<Due, "id" | "at">): void {
  const id = mint("due");
  bank.store.put("due", id, { ...due, id, at: bank.clock.now() + seconds * 1000 });
}

/** Removes and returns what is due, the earliest first. */
export function takeDue(bank: Bank): Due[] {
  const now = bank.clock.now();
  const due = bank.store.list<Due>("due").filter(({ at }) => at <= now);
  for (const { id } of due) bank.store.remove("due", id);
  return due.sort((one, other) => one.at - other.at);
}
