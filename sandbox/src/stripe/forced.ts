import { type Bank, mint } from "./bank.ts";

/** A forced outcome of the next charges. */
export interface Forced {
  id: string;
  /** A customer or a payment method; any when empty. */
  of: string;
  /** A decline code, or "processing", or "authentication_required". */
  outcome: string;
  /** Whether it applies only to off-session charges. */
  offSession: boolean;
  /** The number of further charges. */
  left: number;
  /** For "processing": seconds until it ends, and how: "succeeded" or a decline code. */
  seconds: number;
  end: string;
}

/** Forces the outcome of the next charges. */
export function force(bank: Bank, forced: Omit<Forced, "id">): Forced {
  const stored = { ...forced, id: mint("force") };
  bank.store.put("forced", stored.id, stored);
  return stored;
}

/** Returns the forced outcome of a charge and counts it as used. */
export function takeForced(bank: Bank, of: (string | null)[], offSession: boolean): Forced | undefined {
  const forced = bank.store
    .list<Forced>("forced")
    .find((one) => (one.of === "" || of.includes(one.of)) && (offSession || !one.offSession));
  if (!forced) return undefined;
  if (forced.left > 1) bank.store.put("forced", forced.id, { ...forced, left: forced.left - 1 });
  else bank.store.remove("forced", forced.id);
  return forced;
}

/** False data in the report of the next payments. */
export interface Misreport {
  fields: {
    amount?: number;
    amount_received?: number;
    currency?: string;
    livemode?: boolean;
    metadata?: object;
  };
  left: number;
}

/** Returns the false data for a successful payment and counts it as used. */
export function takeMisreport(bank: Bank): Misreport["fields"] {
  const misreport = bank.store.get<Misreport>("setting", "misreport");
  if (!misreport || misreport.left < 1) return {};
  bank.store.put("setting", "misreport", { ...misreport, left: misreport.left - 1 });
  return misreport.fields;
}
