import { type Bank, mint } from "./bank.ts";

/** What a bank does with the next charges, because somebody wants to see it. */
export interface Forced {
  id: string;
  /** A customer or a payment method; any where it is empty. */
  of: string;
  /** A decline code, or "processing", or "authentication_required". */
  outcome: string;
  /** Whether it strikes only charges while the customer is away. */
  offSession: boolean;
  /** For how many charges more. */
  left: number;
  /** For "processing": seconds until it ends, and how: "succeeded" or a decline code. */
  seconds: number;
  end: string;
}

/** Lets the next charges end so. */
export function force(bank: Bank, forced: Omit<Forced, "id">): Forced {
  const kept = { ...forced, id: mint("force") };
  bank.store.put("forced", kept.id, kept);
  return kept;
}

/** What is forced upon a charge, used up by it. */
export function takeForced(bank: Bank, of: (string | null)[], offSession: boolean): Forced | undefined {
  const forced = bank.store
    .list<Forced>("forced")
    .find((one) => (one.of === "" || of.includes(one.of)) && (offSession || !one.offSession));
  if (!forced) return undefined;
  if (forced.left > 1) bank.store.put("forced", forced.id, { ...forced, left: forced.left - 1 });
  else bank.store.remove("forced", forced.id);
  return forced;
}

/** What is told of the next payments that is not so. */
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

/** What to tell wrongly of a payment that succeeds; used up by it. */
export function takeMisreport(bank: Bank): Misreport["fields"] {
  const misreport = bank.store.get<Misreport>("setting", "misreport");
  if (!misreport || misreport.left < 1) return {};
  bank.store.put("setting", "misreport", { ...misreport, left: misreport.left - 1 });
  return misreport.fields;
}
