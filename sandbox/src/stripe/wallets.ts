import { NotUnderstood, numberOf, type Said, textOf } from "../gateway/control.ts";
import type { Bank } from "./bank.ts";

const names = ["applePay", "googlePay", "link"] as const;
const loads = ["ready", "never", "error"] as const;

/** What the wallet buttons of a page find on the customer's device. */
export interface WalletSettings {
  /** The wallets with a card in them, in the order of their buttons; none in a browser within an app. */
  wallets: (typeof names)[number][];
  /** Seconds until the buttons are ready. */
  delaySeconds: number;
  /** `never`: they are never ready; `error`: they cannot be loaded. */
  load: (typeof loads)[number];
}

const byDefault: WalletSettings = { wallets: ["googlePay", "link"], delaySeconds: 0, load: "ready" };

/** Returns the settings of the wallets. */
export function walletSettings({ store }: Bank): WalletSettings {
  return store.get<WalletSettings>("setting", "wallets") ?? byDefault;
}

/** Changes the settings of the wallets; what is not named returns to its default. */
export function setWallets(bank: Bank, said: Said): WalletSettings {
  const given = said["wallets"];
  const listed = Array.isArray(given) ? given.map(String) : textOf(said, "wallets", "").split(/[\s,]+/);
  const wallets = names.filter((name) => listed.includes(name));
  const load = loads.find((one) => one === (said["load"] ?? "ready"));
  if (!load) throw new NotUnderstood(`load is one of ${loads.join(", ")}.`);
  const delaySeconds = numberOf(said, "delaySeconds", 0);
  const settings = { wallets: given === undefined ? byDefault.wallets : wallets, delaySeconds, load };
  bank.store.put("setting", "wallets", settings);
  return settings;
}
