import type { useMessages } from "../../../lib/use-language.ts";
import { cardFault } from "./card-faults.ts";
import type { Payer, PayFault } from "./payer-faults.ts";
import type { MountedGateway } from "./use-card-fields.ts";

/** Gives the card to the gateway: returns the gateway's token for it, or the fault to show. */
export async function readCard(
  { stripe, card }: MountedGateway,
  payer: Payer,
  t: ReturnType<typeof useMessages>,
): Promise<{ id: string; fault?: never } | { id?: never; fault: PayFault }> {
  const name = `${payer.firstName.trim()} ${payer.lastName.trim()}`;
  const { error, paymentMethod } = await stripe.createPaymentMethod({
    type: "card",
    card,
    billing_details: { name, email: payer.email.trim() },
  });
  if (!error) return { id: paymentMethod.id };
  const known = cardFault(error.code);
  return {
    fault: known
      ? { fields: { [known.field]: t(known.key) }, message: "" }
      : { fields: {}, message: t("pay.faults.gateway") },
  };
}
