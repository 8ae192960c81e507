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
  const sums = new Map<string, number>([[settlementOf(bank).currency ?? "usd", 0]]);
  for (const { currency, net } of bank.store.list<BalanceTransaction>("balance_transaction"))
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  const of = (amounts: Map<string, number>) =>
    [...amounts].map(([currency, amount]) => ({ amount, currency, source_types: { card: amount } }));
  const none = new Map([...sums.keys()].map((currency) => [currency, 0]));
  return { object: "balance", available: of(none), livemode: false, pending: of(sums) };
}
