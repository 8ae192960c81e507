import { newId } from "#platform/ids";
import { type Gateway, GatewayPaidBefore, type SavedCharges, type Snapshot } from "../records/gateway.ts";
import {
  expect,
  given,
  paymentInput,
  type SkippedStep,
  type SmokeContext,
  type SmokeStep,
  stateOf,
  waitFor,
  webhookStep,
} from "./steps.ts";

/** How long a person has to approve the order. */
const APPROVAL_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** What the steps with PayPal need besides. */
export interface PayPalSmoke {
  /** The same account, opened so that a renewal is charged when its order is captured. */
  capturing: Gateway;
  /** Whether nobody approves an order: then every step that needs one is skipped. */
  skipsApproval: boolean;
}

/** What later steps use. */
interface Made {
  begun: Date;
  sale?: Snapshot;
  token?: string;
  /** A renewal by creation: its key and request. */
  renewal?: { key: string; request: string; orderNumber: string; remoteId: string };
}

const APPROVED = "order that a person approves";
const SAVED = "account is saved with the sale";
const RENEWED = "renewal by creating its order";

/** Returns the steps with an account of PayPal's sandbox. */
export function paypalSteps(
  context: SmokeContext,
  { capturing, skipsApproval }: PayPalSmoke,
): (SmokeStep | SkippedStep)[] {
  const made: Made = { begun: new Date() };
  const approved = [...saleSteps(context, made), ...renewalSteps(context, capturing, made)];
  const skipped = "needs an approved order, and --skip-paypal-approval was given";
  return [
    ...readingSteps(context),
    ...(skipsApproval ? approved.map(({ name }) => ({ name, skipped })) : approved),
  ];
}

function readingSteps({ gateway, origin }: SmokeContext): SmokeStep[] {
  return [
    {
      name: "setup token",
      async run() {
        const id = newId(new Date());
        const input = { ...paymentInput({ origin }), key: `smoke_${id}:setup`, setupId: id };
        const setup = await gateway.setups.create(input);
        expect(setup.state === "open" && setup.next?.type === "redirect", `the setup is ${setup.state}`);
        return undefined;
      },
    },
    {
      name: "search of transactions",
      async run() {
        let lines = 0;
        const now = new Date();
        await gateway.books.readLines(new Date(now.getTime() - DAY_MS), now, async (page) => {
          lines += page.length;
        });
        return `${lines} lines of the last day`;
      },
    },
  ];
}

function saleSteps(context: SmokeContext, made: Made): SmokeStep[] {
  const { gateway, say } = context;
  return [
    {
      name: APPROVED,
      async run() {
        const input = paymentInput(context, { saveInstrument: true });
        const { remoteId, next } = await gateway.create(input);
        expect(next?.type === "redirect", "the order has no address for its approval");
        say(`  Approve this order within ten minutes, as a buyer of PayPal's sandbox: ${next.url}`);
        const isApproved = async () =>
          (await gateway.fetchPayment(remoteId)).state === "approved" ? true : null;
        await waitFor(context, isApproved, "nobody approved the order", APPROVAL_MS);
        const { paymentId, returnUrl } = input;
        const sale = await gateway.charge({
          key: `smoke_${paymentId}:charge`,
          remoteId,
          initiator: "customer",
          token: null,
          saveInstrument: true,
          billing: null,
          returnUrl,
        });
        expect(sale.state === "succeeded", `the payment is ${stateOf(sale)}`);
        made.sale = sale;
        return undefined;
      },
    },
    {
      name: SAVED,
      async run() {
        const { remoteId } = given(made.sale, APPROVED);
        const saved = async () => (await gateway.fetchPayment(remoteId)).instrument?.token ?? null;
        made.token = await waitFor(context, saved, "the account was not saved");
        return undefined;
      },
    },
    {
      name: "webhook arrives and is verified",
      run: () => webhookStep(context, given(made.sale, APPROVED).remoteId, made.begun),
    },
  ];
}

/** Returns how single-step charges are sent; the adapter has them when renewals are charged by creation. */
function savedOf({ gateway }: SmokeContext): SavedCharges {
  expect(gateway.saved !== null, "the account was opened for captures alone");
  return gateway.saved;
}

function renewalSteps(context: SmokeContext, capturing: Gateway, made: Made): SmokeStep[] {
  return [
    {
      name: RENEWED,
      async run() {
        const saved = savedOf(context);
        const input = paymentInput(context, { initiator: "merchant" });
        const request = saved.request({ ...input, token: given(made.token, SAVED) });
        const key = `smoke_${input.paymentId}:single`;
        const sent = await saved.send(key, request);
        expect(sent.kind === "made", "the renewal was declined");
        const { snapshot } = sent;
        expect(sent.captures || snapshot.state === "succeeded", `the payment is ${stateOf(snapshot)}`);
        made.renewal = { key, request, orderNumber: input.orderNumber, remoteId: snapshot.remoteId };
        return undefined;
      },
    },
    {
      name: "same request and key twice make one payment",
      async run() {
        const { key, request, remoteId } = given(made.renewal, RENEWED);
        const again = await savedOf(context).send(key, request);
        const isSame = again.kind === "made" && again.snapshot.remoteId === remoteId;
        expect(isSame, "the second request made another payment");
        return undefined;
      },
    },
    {
      name: "same invoice number twice is refused",
      async run() {
        const { request } = given(made.renewal, RENEWED);
        const other = `smoke_${newId(new Date())}:single`;
        const end = await savedOf(context)
          .send(other, request)
          .catch((error: unknown) => error);
        const fault =
          "the account pays an invoice number twice; forbid that in its payment receiving preferences";
        expect(end instanceof GatewayPaidBefore, fault);
        return undefined;
      },
    },
    {
      name: "renewal by capturing its order",
      async run() {
        const input = paymentInput(context, { initiator: "merchant" });
        const { remoteId } = await capturing.create(input);
        const sale = await capturing.charge({
          key: `smoke_${input.paymentId}:charge`,
          remoteId,
          initiator: "merchant",
          token: given(made.token, SAVED),
          saveInstrument: false,
          billing: null,
          returnUrl: input.returnUrl,
        });
        expect(sale.state === "succeeded", `the payment is ${stateOf(sale)}`);
        return undefined;
      },
    },
    {
      name: "refund",
      async run() {
        const [capture] = given(made.sale, APPROVED).captures;
        expect(capture !== undefined, "the sale has no capture");
        const refundId = newId(new Date());
        const { amount, currency, remoteId: captureRemoteId } = capture;
        const paymentRemoteId = given(made.sale, APPROVED).remoteId;
        const input = { refundId, captureRemoteId, paymentRemoteId, amount, currency };
        const refund = await context.gateway.refund({ key: `smoke_${refundId}:refund`, ...input });
        expect(refund.state !== "failed", "the refund failed");
        return refund.state;
      },
    },
    {
      name: "saved account is deleted",
      async run() {
        const token = given(made.token, SAVED);
        await context.gateway.forget(token);
        expect((await context.gateway.fetchInstrument(token)) === null, "it can still be charged");
        return undefined;
      },
    },
  ];
}
