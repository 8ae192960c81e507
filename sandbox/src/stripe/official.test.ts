import { afterAll, describe, expect, test } from "vitest";
import { customerCreateShape, customerUpdateShape } from "./customers.ts";
import {
  intentCancelShape,
  intentConfirmShape,
  intentCreateShape,
  intentUpdateShape,
} from "./payment-intents.ts";
import { methodCreateShape } from "./payment-methods.ts";
import { refundCreateShape } from "./refunds.ts";
import { setupConfirmShape, setupCreateShape } from "./setup-intents.ts";
import { closeMerchants, type Merchant, openMerchant, refusal } from "./test-merchant.ts";
import { faultsOf, hasOfficial, unknownNames, withoutOfficial } from "./test-official.ts";
import { endpointCreateShape } from "./webhook-endpoints.ts";

afterAll(closeMerchants);
const card = { allowed_payment_method_types: ["card" as const] };

async function everythingAMerchantDoes({ stripe, control, ready }: Merchant): Promise<void> {
  const customer = await stripe.customers.create({ email: "ana@example.com", metadata: { member: "1" } });
  await stripe.customers.update(customer.id, { name: "Ana Torres" });
  const method = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
  await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  await stripe.paymentMethods.retrieve(method.id);
  await stripe.customers.listPaymentMethods(customer.id);
  const intent = await stripe.paymentIntents.create({
    ...card,
    amount: 999,
    currency: "usd",
    customer: customer.id,
    setup_future_usage: "off_session",
    payment_method_options: { card: { setup_credential_usage: "recurring" } },
    metadata: { order: "1" },
  });
  await stripe.paymentIntents.update(intent.id, { description: "A month" });
  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: method.id,
    return_url: "https://shop.example/back",
  });
  const pay = (name: string) =>
    stripe.paymentIntents.create({
      ...card,
      amount: 2000,
      currency: "eur",
      payment_method: name,
      confirm: true,
      return_url: "https://shop.example/back",
    });
  await refusal(pay("pm_card_chargeDeclinedInsufficientFunds"));
  const waiting = await pay("pm_card_authenticationRequired");
  await control(`POST /intents/${waiting.id}/authenticate`, { outcome: "fail" });
  await stripe.paymentIntents.retrieve(waiting.id, { expand: ["latest_charge"] });
  await stripe.paymentIntents.cancel(waiting.id, { cancellation_reason: "abandoned" });
  const passed = await pay("pm_card_threeDSecure2Required");
  await control(`POST /intents/${passed.id}/authenticate`, { outcome: "pass" });
  await control("POST /clock", { offset: 60 });
  const whole = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ["latest_charge.balance_transaction", "payment_method", "customer"],
  });
  const charge = whole.latest_charge;
  if (typeof charge !== "object" || charge === null) throw new Error("It was not expanded.");
  await stripe.charges.retrieve(charge.id, { expand: ["refunds"] });
  const balance = charge.balance_transaction;
  await stripe.balanceTransactions.retrieve(typeof balance === "string" ? balance : (balance?.id ?? ""));
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  await control("POST /fees", { amount: 20 });
  await control("POST /clock", { offset: 3 * 86_400 });
  const payout = await control<{ id: string }>("POST /payouts", {});
  await control(`POST /payouts/${payout.id}/fail`);
  await stripe.balanceTransactions.list({ limit: 100 });
  await control(`POST /refunds/${refund.id}/settle`, { outcome: "failed" });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.list({ payment_intent: intent.id });
  const { id: dispute } = await control<{ id: string }>(`POST /charges/${passed.id}/dispute`, {});
  await stripe.disputes.retrieve(dispute);
  await control(`POST /disputes/${dispute}/close`, { outcome: "won" });
  await stripe.disputes.list();
  await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 100_000 }));
  const setup = await stripe.setupIntents.create({ ...card, customer: customer.id, usage: "off_session" });
  await stripe.setupIntents.confirm(setup.id, { payment_method: "pm_card_mastercard" });
  await stripe.setupIntents.retrieve(setup.id);
  await refusal(
    stripe.setupIntents.create({ ...card, confirm: true, payment_method: "pm_card_chargeDeclined" }),
  );
  await stripe.setupIntents.cancel((await stripe.setupIntents.create(card)).id);
  await stripe.paymentMethods.detach(method.id);
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${ready.control}/nowhere`,
    enabled_events: ["payment_intent.succeeded"],
  });
  await stripe.webhookEndpoints.list();
  await stripe.webhookEndpoints.del(endpoint.id);
  const domain = await stripe.paymentMethodDomains.create({ domain_name: "shop.example" });
  await stripe.paymentMethodDomains.validate(domain.id);
  await stripe.paymentMethodDomains.list({ domain_name: "shop.example" });
  await stripe.paymentIntents.list({ limit: 100 });
  const events = await stripe.events.list({ limit: 100 });
  await stripe.events.retrieve(events.data[0]?.id ?? "");
  await stripe.customers.del(customer.id);
  await refusal(stripe.paymentIntents.retrieve("pi_nobody"));
}

describe.skipIf(!hasOfficial)(
  `by Stripe's own descriptions${hasOfficial ? "" : `: ${withoutOfficial}`}`,
  () => {
    test("every answer matches the description published in 2023 and the current SDK", async () => {
      const merchant = await openMerchant();
      await everythingAMerchantDoes(merchant);
      expect(merchant.exchanges.length).toBeGreaterThan(35);
      expect(merchant.exchanges.flatMap(faultsOf)).toEqual([]);
    });

    test("every accepted parameter exists in the current SDK", () => {
      const { client_secret: _, ...confirm } = intentConfirmShape;
      const { client_secret: __, ...setup } = setupConfirmShape;
      expect([
        ...unknownNames(customerCreateShape, "customers.create"),
        ...unknownNames(customerUpdateShape, "customers.update"),
        ...unknownNames(intentCreateShape, "payment_intents.create"),
        ...unknownNames(intentUpdateShape, "payment_intents.update"),
        ...unknownNames(confirm, "payment_intents.confirm"),
        ...unknownNames(intentCancelShape, "payment_intents.cancel"),
        ...unknownNames(setupCreateShape, "setup_intents.create"),
        ...unknownNames(setup, "setup_intents.confirm"),
        ...unknownNames(methodCreateShape, "payment_methods.create"),
        ...unknownNames(refundCreateShape, "refunds.create"),
        ...unknownNames(endpointCreateShape, "webhook_endpoints.create"),
      ]).toEqual([]);
    });
  },
);
