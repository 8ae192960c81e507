import { NotUnderstood, numberOf, type Said, textOf, truthOf } from "../gateway/control.ts";
import { faultKinds } from "../gateway/faults.ts";
import { newestRequests } from "../gateway/requests.ts";
import { accountState } from "./account.ts";
import type { Bank } from "./bank.ts";
import type { ControlAction } from "./control.ts";
import { type Forced, force } from "./forced.ts";
import { happen } from "./happen.ts";
import type { Idempotency } from "./idempotency.ts";
import { setAssociation } from "./payment-method-domains.ts";
import { type Settlement, settlementOf } from "./settlement.ts";
import { setWallets, walletSettings } from "./wallets.ts";

/** Returns the actions on the clock, faults, declines and requests. */
export function worldActions(bank: Bank, keys: Idempotency): Record<string, ControlAction> {
  const { clock, faults, store } = bank;
  const time = () => ({ offset: clock.offset(), now: clock.now(), iso: new Date(clock.now()).toISOString() });
  return {
    "GET /clock": time,
    "POST /clock": async (said) => {
      const offset = numberOf(said, "offset", Number.NaN);
      if (Number.isNaN(offset))
        throw new NotUnderstood("offset is missing: seconds from the machine's time.");
      clock.set(offset);
      happen(bank);
      void bank.deliveries.tick();
      return time();
    },
    "GET /faults": () => ({ faults: faults.list() }),
    "POST /faults": (said) => addFault(bank, said),
    "DELETE /faults": () => {
      faults.clear();
      return { faults: [] };
    },
    "POST /faults/clear": () => {
      faults.clear();
      return { faults: [] };
    },
    "GET /declines": () => ({ declines: store.list<Forced>("forced") }),
    "POST /declines": (said) =>
      force(bank, {
        of: textOf(said, "of", ""),
        outcome: textOf(said, "outcome"),
        offSession: truthOf(said, "offSession"),
        left: numberOf(said, "n", 1),
        seconds: numberOf(said, "seconds", 60),
        end: textOf(said, "end", "") || "succeeded",
      }),
    "DELETE /declines": () => clearDeclines(bank, ""),
    "POST /declines/clear": (said) => clearDeclines(bank, textOf(said, "of", "")),
    "POST /misreport": (said) => misreport(bank, said),
    "POST /idempotency/prune": () => ({ pruned: keys.prune() }),
    "PUT /account": (said) => {
      store.put("setting", "account", { chargesEnabled: truthOf(said, "chargesEnabled") });
      return accountState(bank);
    },
    "GET /settlement": () => settlementOf(bank),
    "PUT /settlement": (said) => settleBy(bank, said),
    "PUT /association": (said) => setAssociation(bank, textOf(said, "domain"), truthOf(said, "found")),
    "GET /wallets": () => walletSettings(bank),
    "PUT /wallets": (said) => setWallets(bank, said),
    "POST /wallets": (said) => setWallets(bank, said),
    "GET /requests": () => ({ requests: newestRequests(store) }),
  };
}

function addFault({ faults }: Bank, said: Said) {
  const kind = faultKinds.find((one) => one === String(said["kind"]));
  if (!kind) throw new NotUnderstood(`kind is one of ${faultKinds.join(", ")}.`);
  return faults.add({
    kind,
    method: textOf(said, "method", ""),
    path: textOf(said, "path", "") || "**",
    n: numberOf(said, "n", 1),
    seconds: numberOf(said, "seconds", 30),
    late: truthOf(said, "late"),
  });
}

/** Removes the declines of one customer or payment method; all of them when `of` is empty. */
function clearDeclines({ store }: Bank, of: string) {
  for (const forced of store.list<Forced>("forced"))
    if (of === "" || forced.of === of) store.remove("forced", forced.id);
  return { declines: store.list<Forced>("forced") };
}

function settleBy(bank: Bank, said: Said): Settlement {
  const now = settlementOf(bank);
  const { currency = now.currency, rates = {}, delay = now.delay } = said as Partial<Settlement>;
  bank.store.put("setting", "settlement", { currency, rates: { ...now.rates, ...rates }, delay });
  return settlementOf(bank);
}

function misreport({ store }: Bank, said: Said): object {
  const sent = (said["fields"] ?? said) as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const name of ["amount", "amount_received"]) {
    if (sent[name] !== undefined && sent[name] !== "") fields[name] = numberOf(sent, name, 0);
  }
  if (sent["currency"]) fields["currency"] = textOf(sent, "currency");
  if (sent["livemode"] !== undefined) fields["livemode"] = truthOf(sent, "livemode");
  if (typeof sent["metadata"] === "object") fields["metadata"] = sent["metadata"];
  const stored = { fields, left: numberOf(said, "n", 1) };
  store.put("setting", "misreport", stored);
  return stored;
}
