import type { Bank } from "./bank.ts";
import { bookLater } from "./charges.ts";
import { settleCharge } from "./confirm.ts";
import { openDispute, warnOfFraud } from "./disputes.ts";
import { type Due, takeDue } from "./due.ts";
import { payOut } from "./payouts.ts";
import { settleRefund } from "./refunds.ts";
import { DomainError } from "./refusal.ts";

/** Runs everything that is due. */
export function happen(bank: Bank): void {
  if (bank.store.list("due", { newest: 1 }).length === 0) return;
  bank.store.together(() => {
    for (const due of takeDue(bank)) {
      try {
        happenOne(bank, due);
      } catch (error) {
        // A change that no longer fits its object is dropped, such as the dispute of a charge that was disputed by
        // hand.
        if (!(error instanceof DomainError)) throw error;
      }
    }
  });
}

function happenOne(bank: Bank, { what, of, outcome = "succeeded" }: Due): void {
  const inquiry = outcome === "inquiry";
  if (what === "book_charge") bookLater(bank, of);
  if (what === "settle_charge") settleCharge(bank, of, outcome);
  if (what === "settle_refund") settleRefund(bank, of, outcome === "failed" ? "failed" : "succeeded");
  if (what === "open_dispute") openDispute(bank, of, inquiry ? "general" : outcome, inquiry);
  if (what === "warn_of_fraud") warnOfFraud(bank, of);
  if (what === "pay_out") payOut(bank, of);
}
