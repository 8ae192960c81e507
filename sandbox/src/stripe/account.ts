import { rowNow } from "./balance.ts";
import type { Bank } from "./bank.ts";
import { settlementOf } from "./settlement.ts";
import type { BalanceTransaction } from "./types.ts";

/** The account's settings from the control page. */
interface AccountState {
  chargesEnabled: boolean;
}

/** Returns the account's current settings. */
export function accountState({ store }: Pick<Bank, "store">): AccountState {
  return { chargesEnabled: true, ...store.get<Partial<AccountState>>("setting", "account") };
}

/** Returns the merchant's account. */
export function accountOf(bank: Bank): object {
  const { chargesEnabled } = accountState(bank);
  return {
    id: "acct_1SandboxMerchant00",
    object: "account",
    business_type: "company",
    capabilities: { card_payments: chargesEnabled ? "active" : "inactive", transfers: "active" },
    charges_enabled: chargesEnabled,
    country: "US",
    default_currency: settlementOf(bank).currency ?? "usd",
    details_submitted: true,
    email: "shop@example.com",
    payouts_enabled: chargesEnabled,
    type: "standard",
  };
}

/** Returns the account's balance by settlement currency. */
export function balanceOf(bank: Bank): object {
  const lines = bank.store.list<BalanceTransaction>("balance_transaction").map((row) => rowNow(bank, row));
  const currencies = new Set([
    settlementOf(bank).currency ?? "usd",
    ...lines.map(({ currency }) => currency),
  ]);
  const of = (status: BalanceTransaction["status"]) =>
    [...currencies].map((currency) => {
      const amount = lines
        .filter((row) => row.currency === currency && row.status === status)
        .reduce((sum, { net }) => sum + net, 0);
      return { amount, currency, source_types: { card: amount } };
    });
  return { object: "balance", available: of("available"), livemode: false, pending: of("pending") };
}
