import type { Order } from "@cliffhanger/contract";
import { ApiError, call } from "../../../lib/api.ts";
import { useMessages } from "../../../lib/use-language.ts";
import type { OrderAnswers } from "../card/use-order-answers.ts";
import type { NamedOrder } from "../order-key.ts";
import type { Authorised } from "./use-wallet-buttons.ts";
import { readWallet, useWalletPress } from "./use-wallet-press.ts";

/** The payer as the wallet names them. */
export interface WalletPayer {
  email: string;
  name: string;
}

interface PayWalletInput {
  /** Opens the order of what was authorised. Rejects with an ApiError if it cannot be. */
  open: (payer: WalletPayer) => Promise<Order>;
  answersFor: (named: NamedOrder) => OrderAnswers;
  onBusy: (isBusy: boolean) => void;
  /** Receives what could not be paid, and why. */
  onFault: (message: string, error: ApiError | null) => void;
}

/**
 * Returns a function that pays by what was authorised in a wallet, one payment at a time. Its sheet stays open after a refusal,
 * for another card.
 */
export function usePayWallet({ open, answersFor, onBusy, onFault }: PayWalletInput) {
  const t = useMessages();

  async function run(authorised: Authorised): Promise<string | null> {
    const { stripe, event } = authorised;
    const { token, fault } = await readWallet(authorised, t);
    if (fault !== undefined) return fault;
    const { billingDetails, expressPaymentType: type } = event;
    const order = await open({ email: billingDetails?.email ?? "", name: billingDetails?.name ?? "" });
    const { afterPayment, afterRefusal } = answersFor({ orderId: order.id, orderKey: null });
    try {
      const wallet = type === "apple_pay" || type === "google_pay" || type === "link" ? { wallet: type } : {};
      const request = { method: "wallet" as const, orderId: order.id, confirmationToken: token };
      const paid = await call("POST /api/payment/pay", { ...request, ...wallet }, { quiet: true });
      return (await afterPayment(paid, async () => stripe))?.message ?? null;
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      return (await afterRefusal(refusal))?.message ?? null;
    }
  }

  return useWalletPress({ run, onBusy, onFault });
}
