import * as z from "zod";
import { cancelReasons } from "./cancel-reasons.ts";
import { Id, idParameter, Moment, Money, textParameter } from "./common.ts";
import { orderKinds, orderStates, subscriptionStates } from "./order-states.ts";

/** A membership for sale. `perDay` is the price per day, rounded up to the cent (R31); `badge` must be true. */
export const Plan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  perDay: Money,
  periodDays: z.int().positive(),
  trialDays: z.int().nonnegative(),
  badge: z.string().nullable(),
});
export type Plan = z.infer<typeof Plan>;

/**
 * What opens a locked episode: the series, once and permanently, or a plan. Both empty: nothing is on sale here.
 * `perEpisode` is the price divided by the episodes that it opens now, rounded up to the cent.
 */
export const Offer = z.object({
  seriesId: Id,
  fromEpisode: z.int().positive(),
  unlock: z.object({ price: Money, perEpisode: Money, episodes: z.int().positive() }).nullable(),
  plans: z.array(Plan),
});
export type Offer = z.infer<typeof Offer>;

/** The wallets whose buttons the checkout document shows, where the customer's device has them. */
export const wallets = ["apple_pay", "google_pay", "link"] as const;

/** A payment method. `scriptUrl` is Stripe's own script, or the simulator's while the sandbox runs. */
export const Method = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("card"),
    gateway: z.literal("stripe"),
    publishableKey: z.string(),
    scriptUrl: z.string(),
  }),
  z.object({ type: z.literal("paypal") }),
  z.object({
    type: z.literal("wallet"),
    publishableKey: z.string(),
    scriptUrl: z.string(),
    wallets: z.array(z.enum(wallets)),
  }),
]);
export type Method = z.infer<typeof Method>;

/**
 * The payment method that was used, with the details that may be shown to its owner. `wallet`: a card that came through a wallet
 * of the device.
 */
export const UsedMethod = z.discriminatedUnion("type", [
  z.object({ type: z.literal("card"), brand: z.string(), last4: z.string() }),
  z.object({ type: z.literal("paypal"), email: z.string() }),
  z.object({ type: z.literal("wallet"), wallet: z.enum(wallets), brand: z.string(), last4: z.string() }),
]);
export type UsedMethod = z.infer<typeof UsedMethod>;

/**
 * A membership that was bought. `renewsAt` (R41): when the next period begins, or the last one ends. `renewalMode`
 * manual: it is never charged automatically; the member gets a mail with a link instead. `accessUntil`: until when
 * episodes open, including the grace period. `payOrderId`: the open order that ends a failed renewal. `willRetry`: whether the saved
 * method of a failed renewal is charged again by itself.
 */
export const Subscription = z.object({
  id: Id,
  state: z.enum(subscriptionStates),
  plan: Plan,
  renewsAt: Moment,
  periodDays: z.int().positive(),
  cancelAtPeriodEnd: z.boolean(),
  renewalMode: z.enum(["auto", "manual"]),
  nextCharge: Money.nullable(),
  method: UsedMethod.nullable(),
  /** The last month of the card, as 2027-04, where it ends before the next charge. */
  methodExpires: z.string().nullable(),
  startedAt: Moment,
  accessUntil: Moment,
  payOrderId: Id.nullable(),
  willRetry: z.boolean(),
  /** The plan of the coming period, if its owner chose a cheaper one: when it begins, and its agreed price. */
  pendingPlan: z
    .object({ id: Id, name: z.string(), at: Moment, price: Money, periodDays: z.int().positive() })
    .nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

/**
 * A plan that a running membership may change to. `now`: `charge` is paid at once and a new period begins; `credit` is
 * what is left of the present one. `atEnd`: the next period, from `at` on, costs `charge`.
 */
export const PlanChange = z.object({
  planId: Id,
  kind: z.enum(["now", "atEnd"]),
  charge: Money,
  credit: Money,
  at: Moment,
});
export type PlanChange = z.infer<typeof PlanChange>;

/** A refund. */
export const Refund = z.object({
  id: Id,
  state: z.enum(["pending", "done", "failed"]),
  amount: Money,
  at: Moment,
});
export type Refund = z.infer<typeof Refund>;

/** What a withdrawal brings: the whole amount, a part, nothing, or a decision within two working days. */
export const WithdrawalOutcome = z.enum(["whole", "part", "none", "review"]);

/**
 * A purchase. `withdrawUntil`: until when its owner may withdraw from it; null where that is over, or was done.
 * `eventId` is created when it is paid and used by pixel and server event alike. `title` names the purchase
 * in the request's language; `seriesTitle` the series of an unlock. `declined`: why the last attempt failed.
 * `awaitsBank`: it is processing because its buyer has not completed the bank's authentication: nothing was charged,
 * and it may be paid again. `startsAt`: when the period begins that a renewal which waits to be paid is for; null for all others.
 */
export const Order = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(orderKinds),
  state: z.enum(orderStates),
  total: Money,
  /** What the total is made of: the purchase, and what reduces it as negative amounts. */
  lines: z.array(z.object({ title: z.string(), display: z.string() })),
  title: z.string(),
  planId: Id.nullable(),
  periodDays: z.int().positive().nullable(),
  seriesId: Id.nullable(),
  episodeId: Id.nullable(),
  method: z.enum(["card", "paypal"]),
  paidWith: UsedMethod.nullable(),
  renewalMode: z.enum(["auto", "manual"]).nullable(),
  declined: z.object({ reason: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  awaitsBank: z.boolean(),
  eventId: z.string().nullable(),
  startsAt: Moment.nullable(),
  createdAt: Moment,
  expiresAt: Moment.nullable(),
  paidAt: Moment.nullable(),
  receiptUrl: z.string().nullable(),
  refunds: z.array(Refund),
  withdrawUntil: Moment.nullable(),
  withdrawal: z.object({ outcome: WithdrawalOutcome, amount: Money, at: Moment }).nullable(),
});
export type Order = z.infer<typeof Order>;

/**
 * A saved payment method of the caller. `expires`: the last month of a card, as 2027-04. `usage`: with `on_session` its
 * owner confirms each payment. `renews`: the membership is charged by it. `isDefault`: it is offered first.
 */
export const SavedMethod = z.object({
  id: Id,
  type: z.enum(["card", "paypal"]),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  email: z.string().nullable(),
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  wallet: z.enum(wallets).nullable(),
  usage: z.enum(["on_session", "off_session"]),
  renews: z.boolean(),
  isDefault: z.boolean(),
});
export type SavedMethod = z.infer<typeof SavedMethod>;

/** GET /api/plan (R78): plans and prices, payment methods, and consent texts. */
export const PlanQuery = z.object({ seriesId: idParameter(), currency: textParameter(3) });
export const PlanList = z.object({
  plans: z.array(Plan),
  unlock: z
    .object({ seriesId: Id, price: Money, perEpisode: Money, episodes: z.int().positive() })
    .nullable(),
  methods: z.array(Method),
  /** Whether someone without an account can buy: their purchase becomes theirs by an email, so only where emails leave. */
  forGuests: z.boolean(),
  /** What the caller may pay by in one tap now, the default first; a PayPal account pays for unlocks only. */
  saved: z.array(SavedMethod),
  /** `text` contains the terms of a subscription, `unlockText` those of an unlock; their {…} are filled in already. */
  consent: z.object({
    version: z.string(),
    text: z.string(),
    unlockText: z.string(),
    /** The words of the box that keeps a method for later unlocks. */
    keep: z.object({ version: z.string(), card: z.string(), paypal: z.string() }),
  }),
  subscription: Subscription.nullable(),
  /** What the membership may change to; empty without one, or while it cannot be changed. */
  change: z.array(PlanChange),
  /** The plan of an ended membership, if it is still on sale and did not end by a refund or a dispute. */
  resume: Id.nullable(),
  /** The server's time, from which the next charge is counted, whatever a device's clock says. */
  at: Moment,
});
export type PlanList = z.infer<typeof PlanList>;

/** Whether the method is kept for later unlocks, and the version of the words that were agreed to. */
const Keep = z.boolean();
const KeepVersion = z.string().max(100);

/** POST /api/payment/order (R77). It contains no price: the server's counts. */
export const OrderRequest = z.object({
  kind: z.enum(["subscribe", "unlock", "change"]),
  planId: Id.optional(),
  seriesId: Id.optional(),
  episodeId: Id.optional(),
  /** `saved`: by the caller's saved method `instrumentId`. `wallet`: by a token of the pay call, which is next. */
  method: z.enum(["card", "paypal", "saved", "wallet"]),
  instrumentId: Id.optional(),
  /** Keeps the PayPal account for later unlocks, by the consent `PlanList.consent.keep`; a card is kept by the pay call. */
  keep: Keep.optional(),
  keepVersion: KeepVersion.optional(),
  currency: z.string().max(3).optional(),
  /** Created once by the page that shows the button: the same token is the same order. */
  clientToken: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/),
  consent: z.object({ version: z.string().max(100), accepted: z.boolean() }),
  /**
   * A guest's address and name, from the wallet or the form: required of guests who pay by card or wallet. The receipt goes
   * there. Of a guest who pays by PayPal it goes to the payer's address.
   */
  guest: z.object({ email: z.string().max(1000), name: z.string().max(400).optional() }).optional(),
  /**
   * What the page showed, from pages that pay at once; required for `wallet`, whose sheet shows it too. It is never charged: if it
   * differs from the server's price, the order is refused.
   */
  quoted: z.object({ amount: z.int(), currency: z.string().max(3) }).optional(),
  /** For `change`: the time of the offer (`PlanList.at`), which its credit was counted from; at most half an hour ago. */
  quotedAt: Moment.optional(),
  email: z.string().max(1000).optional(),
  /** A price sent by a client is ignored, but recorded. */
  amount: z.unknown().optional(),
  price: z.unknown().optional(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;

/** Where the buyer continues: the card form's own document, PayPal, or nowhere, because the pay call by a saved method is next. */
export type OrderNext = z.infer<typeof OrderNext>;
export const OrderNext = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["card", "redirect"]), url: z.string() }),
  z.object({ type: z.literal("none") }),
]);

/** POST /api/payment/pay (R76). `orderKey`, from the link of a mail, replaces a session. */
export const PayRequest = z.discriminatedUnion("method", [
  z.object({
    method: z.literal("card"),
    orderId: Id,
    orderKey: z.string().max(100).optional(),
    /** The gateway's token for the data in its own fields, `pm_…`. */
    paymentMethod: z.string().regex(/^[A-Za-z0-9_]{1,255}$/),
    firstName: z.string().max(200),
    lastName: z.string().max(200),
    email: z.string().max(1000),
    keep: Keep.optional(),
    keepVersion: KeepVersion.optional(),
  }),
  z.object({ method: z.literal("paypal"), orderId: Id, orderKey: z.string().max(100).optional() }),
  z.object({ method: z.literal("saved"), orderId: Id, instrumentId: Id }),
  z.object({
    method: z.literal("wallet"),
    orderId: Id,
    /** The gateway's token of what was authorised in a wallet, `ctoken_…`; used once. */
    confirmationToken: z.string().regex(/^ctoken_[A-Za-z0-9_]{1,248}$/),
    /** Which wallet it was, for the operator's figures alone. */
    wallet: z.enum(wallets).optional(),
  }),
]);
export type PayRequest = z.infer<typeof PayRequest>;

/** What the page does next: the bank's authentication of this payment, or an approval at PayPal. */
export const PayNext = z.discriminatedUnion("type", [
  z.object({ type: z.literal("action"), clientSecret: z.string() }),
  z.object({ type: z.literal("redirect"), url: z.string() }),
]);
export type PayNext = z.infer<typeof PayNext>;

/** GET /api/payment (R74). */
export const PaymentQuery = z.object({ orderId: idParameter(), orderKey: textParameter(100) });
export const Payments = z.object({ subscription: Subscription.nullable(), orders: z.array(Order) });
export type Payments = z.infer<typeof Payments>;

/** POST /api/payment/cancel (R75): ends renewal, undoes that, or abandons a pending order. */
export const CancelRequest = z.object({
  undo: z.boolean().optional(),
  /** Why the membership was cancelled, for the operator; optional, and asked for afterwards. */
  reason: z.enum(cancelReasons).optional(),
  orderId: Id.optional(),
  orderKey: z.string().max(100).optional(),
});

/** POST /api/payment/change: plans a cheaper plan for the next period; the present plan drops the planned change. */
export const ChangeRequest = z.object({
  planId: Id,
  /** Required for another plan than the present one. */
  consent: z.object({ version: z.string().max(100), accepted: z.boolean() }).optional(),
  /** The time of the offer (`PlanList.at`): at another price than the one of then, nothing is planned. */
  quotedAt: Moment.optional(),
});

/** POST /api/video/unlock (R73): returns whether a series is open to the viewer; never charges. */
export const UnlockRequest = z.object({ seriesId: Id });
export const Unlocked = z.object({
  unlocked: z.literal(true),
  /** `free`: no episode of the series is locked. */
  reason: z.enum(["free", "subscription", "purchase"]),
});
export type Unlocked = z.infer<typeof Unlocked>;

/**
 * POST /api/payment/withdraw: `ask` says what would come of it, `confirm` withdraws. The order is named by its owner, by
 * `orderId` and the `key` of a receipt email, or by its number (`code`) and the email address of its receipt.
 */
export const WithdrawRequest = z.object({
  step: z.enum(["ask", "confirm"]),
  orderId: Id.optional(),
  key: z.string().max(100).optional(),
  code: z.string().max(40).optional(),
  email: z.string().max(1000).optional(),
});
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

/**
 * A withdrawal from a contract. `why`: the purchase was used, a change of plan took its value over, or it is beyond what
 * goes back without an operator. `at` is null until it is confirmed. `of` names the order. `staysUntil`: the end of the
 * running period, which a renewal that was paid ahead leaves untouched; null for all others.
 */
export const Withdrawal = z.object({
  outcome: WithdrawalOutcome,
  amount: Money,
  why: z.enum(["used", "changed", "limit"]).nullable(),
  until: Moment,
  at: Moment.nullable(),
  staysUntil: Moment.nullable(),
  of: z.object({ number: z.string(), kind: z.enum(orderKinds), title: z.string() }),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** Names one saved payment method. */
export const SavedMethodRequest = z.object({ id: Id });

/** The saved payment methods of the caller, the default one first. */
export const SavedMethods = z.object({ list: z.array(SavedMethod) });

/**
 * POST /api/payment/method: begins a change of the method that the membership renews by, or gives a card to one.
 * `paymentMethod` is the gateway's token for the data in its own fields, `pm_…`; `confirmationToken` is the one for what a
 * wallet authorised.
 */
export const MethodChangeRequest = z.union([
  z.object({ method: z.enum(["card", "wallet", "paypal"]) }),
  z.object({ setupId: Id, confirmationToken: z.string().regex(/^ctoken_[A-Za-z0-9_]{1,248}$/) }),
  z.object({ setupId: Id, paymentMethod: z.string().regex(/^[A-Za-z0-9_]{1,255}$/) }),
]);

/** GET /api/payment/method: one change of method. */
export const MethodChangeQuery = z.object({ setupId: Id });

/**
 * A change of the method that the membership renews by. `next`: the card form's own document, PayPal, or the bank's
 * authentication. `declined`: why the last card was refused; while the state is `open`, another one may be tried.
 */
export const MethodChange = z.object({
  setupId: Id,
  state: z.enum(["new", "open", "action", "succeeded", "failed", "expired"]),
  next: z
    .union([
      z.object({ type: z.enum(["card", "redirect"]), url: z.string() }),
      z.object({ type: z.literal("action"), clientSecret: z.string() }),
    ])
    .nullable(),
  declined: z.object({ reason: z.string(), message: z.string() }).nullable(),
});
export type MethodChange = z.infer<typeof MethodChange>;
