import type { Money, Order } from "@cliffhanger/contract";
import { type ReactNode, useState } from "react";
import { CardForm } from "../features/billing/card/card-form.tsx";
import type { Payer } from "../features/billing/card/payer-faults.ts";
import type { CardGateway } from "../features/billing/card/use-card-fields.ts";
import { useChargeCard } from "../features/billing/card/use-charge-card.ts";
import type { OrderAnswers, PayStep } from "../features/billing/card/use-order-answers.ts";
import { KeepBox } from "../features/billing/keep-box.tsx";
import type { NamedOrder } from "../features/billing/order-key.ts";
import { barPrice } from "../features/billing/prices.ts";
import type { WalletPayer } from "../features/billing/wallet/use-pay-wallet.ts";
import { ApiError } from "../lib/api.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";

interface OrderChoiceCardProps {
  gateway: CardGateway;
  price: Money;
  /** The member's address, as the field's first value. */
  email: string;
  step: PayStep;
  onStep: (step: PayStep) => void;
  /** Returns whether the terms were agreed to, and shows what is missing. */
  isAgreed: () => boolean;
  open: (payer: WalletPayer) => Promise<Order>;
  answersFor: (named: NamedOrder) => OrderAnswers;
  /** What its owner agrees to who keeps the card for later unlocks; null where it is saved anyway. */
  keep: { version: string; card: string } | null;
  terms: ReactNode;
}

/** Renders the card form of a choice: its order is opened once the gateway has the card. */
export function OrderChoiceCard(props: OrderChoiceCardProps) {
  const { gateway, price, email, step, onStep, isAgreed, open, answersFor, keep, terms } = props;
  const t = useMessages();
  const language = useLanguage();
  const [kept, setKept] = useState(false);

  async function openFor({ firstName, lastName, email: address }: Payer) {
    const name = `${firstName.trim()} ${lastName.trim()}`;
    try {
      const order = await open({ email: address.trim(), name });
      return { named: { orderId: order.id, orderKey: null } };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [field] = error.fields;
      return field?.field === "guest.email"
        ? { fault: { fields: { email: field.message }, message: "" } }
        : { fault: { fields: {}, message: field?.message || error.message || t("errors.general") } };
    }
  }

  const charge = useChargeCard(openFor, answersFor, kept && keep ? keep.version : null);
  return (
    <CardForm
      use={async (mounted, payer) =>
        isAgreed() ? charge(mounted, payer) : { fields: {}, message: t("offer.agreeFirst") }
      }
      step={step}
      onStep={onStep}
      label={t("pay.submit", { price: barPrice(price, language) })}
      busyLabel={t("pay.paying")}
      gateway={gateway}
      email={email}
      terms={terms}
      keep={keep ? <KeepBox text={keep.card} kept={kept} onKeep={setKept} /> : null}
      otherwise={null}
    />
  );
}
