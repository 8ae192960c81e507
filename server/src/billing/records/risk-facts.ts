/**
 * What the card gateway's fraud rules may know of a purchase: figures, no address and no name. Rules use the keys of
 * {@link metadataOf} (docs/payments.md#rules-against-fraud).
 */
export interface RiskFacts {
  /** Whole hours since this visitor was first seen. */
  visitorAgeHours: number;
  /** Orders that this visitor has paid before. */
  paidOrders: number;
  /** This visitor's declined attempts of the last hour. */
  declinesHour: number;
  /** Whether the visitor has an account; a guest has shown no mailbox yet. */
  proven: boolean;
  /** Whether a wallet authorised the payment. */
  wallet: boolean;
  /** The plan or the series that is bought, by its id. */
  sells: string;
}

/** Returns the facts as metadata of a payment at its gateway. */
export function metadataOf(facts: RiskFacts): Record<string, string> {
  return {
    visitor_age_hours: String(facts.visitorAgeHours),
    paid_orders: String(facts.paidOrders),
    declines_hour: String(facts.declinesHour),
    proven: String(facts.proven),
    wallet: String(facts.wallet),
    plan_or_series: facts.sells,
  };
}
