import { newId } from "#platform/ids";
import type { CreateInput, RemoteRefund, Snapshot } from "../records/gateway.ts";
import {
  expect,
  given,
  paymentInput,
  type SmokeContext,
  type SmokeStep,
  stateOf,
  waitFor,
  webhookStep,
} from "./steps.ts";

/** What later steps use. */
interface Made {
  begun: Date;
  sale?: Snapshot;
  token?: string;
}

/** Returns the steps with Stripe's test cards. */
export function stripeSteps(context: SmokeContext): SmokeStep[] {
  const made: Made = { begun: new Date() };
  return [
    ...saleSteps(context, made),
    ...savedSteps(context, made),
    ...moneySteps(context, made),
    ...disputeSteps(context),
    {
      name: "webhook arrives and is verified",
      run: () => webhookStep(context, given(made.sale, "card sale").remoteId, made.begun),
    },
  ];
}

/** Creates a payment and charges it with a card. */
async function buy(
  { gateway, origin }: SmokeContext,
  token: string,
  { initiator = "customer", ...more }: Partial<CreateInput> = {},
): Promise<Snapshot> {
  const input = paymentInput({ origin }, { ...more, initiator });
  const { remoteId } = await gateway.create(input);
  return gateway.charge({
    key: `smoke_${input.paymentId}:charge`,
    remoteId,
    initiator,
    token,
    saveInstrument: input.saveInstrument,
    billing: null,
    returnUrl: input.returnUrl,
  });
}

/** Buys with a card that must be accepted. */
async function sell(
  context: SmokeContext,
  token: string,
  more: Partial<CreateInput> = {},
): Promise<Snapshot> {
  const sale = await buy(context, token, more);
  expect(sale.state === "succeeded", `the payment is ${stateOf(sale)}`);
  return sale;
}

const newCustomer = ({ gateway }: SmokeContext) => {
  const visitorId = newId(new Date());
  return gateway.customer({ key: `smoke_${visitorId}:customer`, visitorId, email: null });
};

function saleSteps(context: SmokeContext, made: Made): SmokeStep[] {
  return [
    {
      name: "card sale",
      async run() {
        made.sale = await sell(context, "pm_card_visa");
        return undefined;
      },
    },
    {
      name: "declined card",
      async run() {
        const sale = await buy(context, "pm_card_chargeDeclined");
        expect(sale.state === "declined", `the payment is ${stateOf(sale)}`);
        return sale.decline?.code;
      },
    },
    {
      name: "3-D Secure is asked for",
      async run() {
        const sale = await buy(context, "pm_card_authenticationRequired");
        expect(sale.state === "action" && sale.next !== null, `the payment is ${stateOf(sale)}`);
        const closed = await context.gateway.cancel(sale.remoteId, `smoke_${sale.remoteId}:cancel`);
        expect(closed.state === "cancelled", `after its cancellation it is ${stateOf(closed)}`);
        return undefined;
      },
    },
  ];
}

function savedSteps(context: SmokeContext, made: Made): SmokeStep[] {
  let customer: string | null = null;
  return [
    {
      name: "card is saved with a sale",
      async run() {
        customer = await newCustomer(context);
        const { instrument } = await sell(context, "pm_card_visa", { saveInstrument: true, customer });
        expect(instrument?.reusable === true && instrument.token !== null, "no reusable card came back");
        made.token = instrument.token;
        return undefined;
      },
    },
    {
      name: "renewal without the buyer",
      async run() {
        const token = given(made.token, "card is saved with a sale");
        await sell(context, token, { initiator: "merchant", customer });
        return undefined;
      },
    },
    {
      name: "renewal that wants 3-D Secure",
      async run() {
        const sale = await buy(context, "pm_card_authenticationRequired", { initiator: "merchant" });
        const isAsked = sale.state === "declined" && sale.decline?.advice === "authenticate";
        expect(isAsked, `the payment is ${stateOf(sale)}`);
        return sale.decline?.code;
      },
    },
    {
      name: "card is saved without a sale, and deleted",
      async run() {
        const { gateway, origin } = context;
        const id = newId(new Date());
        const { remoteId } = await gateway.setups.create({
          ...paymentInput({ origin }),
          key: `smoke_${id}:setup`,
          setupId: id,
          customer: await newCustomer(context),
        });
        const setup = await gateway.setups.confirm({
          key: `smoke_${id}:confirm`,
          remoteId,
          token: "pm_card_visa",
          returnUrl: `${origin}/order/result`,
        });
        const token = setup.instrument?.token ?? null;
        expect(setup.state === "succeeded" && token !== null, `the setup is ${setup.state}`);
        await gateway.forget(token);
        expect((await gateway.fetchInstrument(token)) === null, "the card can still be charged");
        return undefined;
      },
    },
  ];
}

/** Waits until the gateway says what a sale brought. */
async function settledOf(context: SmokeContext, remoteId: string) {
  return waitFor(
    context,
    async () => {
      const [capture] = (await context.gateway.fetchPayment(remoteId)).captures;
      return capture?.settled && capture.line ? capture.settled : null;
    },
    "no fee and no balance line",
  );
}

async function refund({ gateway }: SmokeContext, sale: Snapshot, amount: number): Promise<RemoteRefund> {
  const [capture] = sale.captures;
  expect(capture !== undefined, "the sale has no capture");
  const refundId = newId(new Date());
  return gateway.refund({
    key: `smoke_${refundId}:refund`,
    refundId,
    captureRemoteId: capture.remoteId,
    paymentRemoteId: sale.remoteId,
    amount,
    currency: sale.currency,
  });
}

function moneySteps(context: SmokeContext, made: Made): SmokeStep[] {
  return [
    {
      name: "fee and balance line",
      async run() {
        const { fee, currency } = await settledOf(context, given(made.sale, "card sale").remoteId);
        expect(fee > 0, "the fee is 0");
        return `settles in ${currency}`;
      },
    },
    {
      name: "sale in a second currency",
      async run() {
        const { remoteId } = await sell(context, "pm_card_visa", { currency: "EUR" });
        const { currency, rate } = await settledOf(context, remoteId);
        expect(currency === "EUR" || rate !== null, `it settles in ${currency} without an exchange rate`);
        return `settles in ${currency}`;
      },
    },
    {
      name: "whole refund",
      async run() {
        const sale = await sell(context, "pm_card_visa");
        const made = await refund(context, sale, sale.amount);
        expect(made.state === "done", `the refund is ${made.state}`);
        return undefined;
      },
    },
    {
      name: "part refund",
      async run() {
        const sale = await sell(context, "pm_card_visa");
        const made = await refund(context, sale, 200);
        expect(made.state === "done" && made.amount === 200, `the refund is ${made.state}`);
        return undefined;
      },
    },
    {
      name: "refund that fails later",
      async run() {
        const sale = await sell(context, "pm_card_refundFail");
        const { remoteId } = await refund(context, sale, sale.amount);
        const failed = async () =>
          (await context.gateway.fetchRefund(remoteId)).state === "failed" ? true : null;
        await waitFor(context, failed, "the refund did not fail");
        return undefined;
      },
    },
  ];
}

function disputeSteps(context: SmokeContext): SmokeStep[] {
  const { gateway } = context;
  return [
    {
      name: "dispute takes evidence as text",
      async run() {
        const { remoteId } = await sell(context, "pm_card_createDispute");
        const opened = async () => {
          const dispute = await gateway.fetchDispute(remoteId);
          return dispute?.state === "opened" ? dispute : null;
        };
        const dispute = await waitFor(context, opened, "no dispute was opened");
        const texts = { uncategorized_text: "Smoke run of an installation in test mode." };
        await gateway.sendEvidence({ key: `smoke_${remoteId}:evidence`, disputeId: dispute.remoteId, texts });
        const after = await gateway.fetchDispute(remoteId);
        expect(after?.evidence !== "open", "the gateway did not take the evidence");
        return undefined;
      },
    },
    {
      name: "early fraud warning",
      async run() {
        const { remoteId } = await sell(context, "pm_card_createIssuerFraudRecord");
        await waitFor(context, () => gateway.fetchWarning(remoteId), "no warning came");
        return undefined;
      },
    },
  ];
}
