import { converted } from "./balance.ts";
import { buyerOf } from "./buyers.ts";
import type { Link } from "./errors.ts";
import { money } from "./money.ts";
import type { Capture, Order, Refund, Setup, Token, World } from "./state.ts";
import { stamp } from "./state.ts";

type Json = Record<string, unknown>;

/** Returns where the buyer approves an order. */
export function approvalUrl(world: World, order: Order): string {
  return `${world.base()}/checkoutnow?token=${order.id}`;
}

/** Returns an order's links, which name the actions that are possible now. */
export function orderLinks(world: World, order: Order): Link[] {
  const self = `${world.base()}/v2/checkout/orders/${order.id}`;
  const links = [{ href: self, rel: "self", method: "GET" }];
  if (order.status === "COMPLETED" || order.status === "VOIDED") return links;
  if (order.status === "APPROVED")
    return [
      ...links,
      { href: self, rel: "update", method: "PATCH" },
      { href: `${self}/capture`, rel: "capture", method: "POST" },
    ];
  const approve = approvalUrl(world, order);
  if (order.hasSource) return [...links, { href: approve, rel: "payer-action", method: "GET" }];
  return [
    ...links,
    { href: approve, rel: "approve", method: "GET" },
    { href: self, rel: "update", method: "PATCH" },
    { href: `${self}/capture`, rel: "capture", method: "POST" },
  ];
}

/** Returns the minimal representation of an order. */
export function minimalOrder(world: World, order: Order): Json {
  return {
    id: order.id,
    status: order.status,
    ...(order.hasSource || order.buyer ? { payment_source: { paypal: wallet(world, order) } } : {}),
    links: orderLinks(world, order),
  };
}

/** Returns the full representation of an order. */
export function wholeOrder(world: World, order: Order, captures: Capture[]): Json {
  return {
    create_time: stamp(order.createdAt),
    ...(order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED"
      ? {}
      : { update_time: stamp(order.updatedAt) }),
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    ...(order.hasSource || order.buyer ? { payment_source: { paypal: wallet(world, order) } } : {}),
    purchase_units: order.units.map((unit, index) => ({
      reference_id: "default",
      ...unit,
      payee: { email_address: world.merchant.email, merchant_id: world.merchant.accountId },
      ...paid(world, order, captures, index),
    })),
    ...payer(order),
    links: orderLinks(world, order),
  };
}

/** Returns a capture's default answer: the payer, and the captures. */
export function capturedOrder(world: World, order: Order, captures: Capture[]): Json {
  return {
    id: order.id,
    status: order.status,
    payment_source: { paypal: wallet(world, order) },
    purchase_units: order.units.map((unit, index) => ({
      reference_id: unit.reference_id ?? "default",
      ...paid(world, order, captures, index),
    })),
    ...payer(order),
    links: orderLinks(world, order),
  };
}

function paid(world: World, order: Order, captures: Capture[], index: number): Json {
  const own = captures.filter(({ orderId, unit }) => orderId === order.id && unit === index);
  if (own.length === 0) return {};
  const refunds = own.flatMap(({ id }) => world.store.list<Refund>("refund", { under: id }));
  return {
    payments: {
      captures: own.map((one) => wholeCapture(world, one)),
      ...(refunds.length > 0 ? { refunds: refunds.map((one) => wholeRefund(world, one)) } : {}),
    },
  };
}

function wallet(world: World, order: Order): Json {
  if (!order.buyer) return {};
  const { email, account, given, surname, country } = buyerOf(order.buyer);
  return {
    email_address: email,
    account_id: account,
    account_status: "VERIFIED",
    name: { given_name: given, surname },
    address: { country_code: country },
    ...(order.vaultStatus ? { attributes: { vault: vaulted(world, order) } } : {}),
  };
}

function vaulted(world: World, order: Order): Json {
  const up = { href: `${world.base()}/v2/checkout/orders/${order.id}`, rel: "up", method: "GET" };
  const token = order.tokenId ? world.store.get<Token>("token", order.tokenId) : undefined;
  if (order.vaultStatus !== "VAULTED" || !token) return { status: "APPROVED", links: [up] };
  return {
    id: token.id,
    status: "VAULTED",
    customer: { id: token.customerId },
    links: [...tokenLinks(world, token), up],
  };
}

function payer({ buyer }: Order): Json {
  if (!buyer) return {};
  const { given, surname, email, account, country } = buyerOf(buyer);
  return {
    payer: {
      name: { given_name: given, surname },
      email_address: email,
      payer_id: account,
      address: { country_code: country },
    },
  };
}

/** Returns a capture. */
export function wholeCapture(world: World, capture: Capture): Json {
  const self = `${world.base()}/v2/payments/captures/${capture.id}`;
  const { currency, amount, fee, status } = capture;
  const settled = status === "COMPLETED" || status === "PARTIALLY_REFUNDED" || status === "REFUNDED";
  return {
    id: capture.id,
    status,
    ...(capture.reason ? { status_details: { reason: capture.reason } } : {}),
    amount: money(currency, amount),
    final_capture: true,
    ...(settled || status === "PENDING" ? { seller_protection: { status: "NOT_ELIGIBLE" } } : {}),
    ...(settled
      ? {
          seller_receivable_breakdown: {
            gross_amount: money(currency, amount),
            paypal_fee: money(currency, fee),
            net_amount: money(currency, amount - fee),
            ...receivable(world, capture),
          },
        }
      : {}),
    ...(capture.invoiceId ? { invoice_id: capture.invoiceId } : {}),
    ...(capture.customId ? { custom_id: capture.customId } : {}),
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/refund`, rel: "refund", method: "POST" },
      { href: `${world.base()}/v2/checkout/orders/${capture.orderId}`, rel: "up", method: "GET" },
    ],
    create_time: stamp(capture.createdAt),
    update_time: stamp(capture.updatedAt),
  };
}

/** What the account received in its own currency, where it is not that of the sale. */
function receivable(world: World, { currency, amount, fee, completedAt, createdAt }: Capture): Json {
  const made = converted(world, { currency, amount: amount - fee, at: completedAt ?? createdAt });
  if (!made) return {};
  return {
    receivable_amount: money(made.currency, made.amount),
    exchange_rate: { source_currency: currency, target_currency: made.currency, value: made.rate },
  };
}

/** Returns a capture with its order and shop, as GET and the webhooks represent it. */
export function relatedCapture(world: World, capture: Capture): Json {
  return {
    ...wholeCapture(world, capture),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    payee: { email_address: world.merchant.email, merchant_id: world.merchant.accountId },
  };
}

/** Returns the full representation of a refund. */
export function wholeRefund(world: World, refund: Refund): Json {
  const { currency, amount } = refund;
  return {
    ...minimalRefund(world, refund),
    amount: money(currency, amount),
    ...(refund.status === "PENDING" ? { status_details: { reason: "ECHECK" } } : {}),
    ...(refund.invoiceId ? { invoice_id: refund.invoiceId } : {}),
    ...(refund.customId ? { custom_id: refund.customId } : {}),
    ...(refund.note ? { note_to_payer: refund.note } : {}),
    seller_payable_breakdown: {
      gross_amount: money(currency, amount),
      paypal_fee: money(currency, 0),
      net_amount: money(currency, amount),
      total_refunded_amount: money(currency, refund.total),
    },
    payer: { email_address: world.merchant.email, merchant_id: world.merchant.accountId },
    create_time: stamp(refund.createdAt),
    update_time: stamp(refund.updatedAt),
  };
}

/** Returns the minimal representation of a refund. */
export function minimalRefund(world: World, refund: Refund): Json {
  return {
    id: refund.id,
    status: refund.status,
    links: [
      { href: `${world.base()}/v2/payments/refunds/${refund.id}`, rel: "self", method: "GET" },
      { href: `${world.base()}/v2/payments/captures/${refund.captureId}`, rel: "up", method: "GET" },
    ],
  };
}

/** Returns a payment token. */
export function wholeToken(world: World, token: Token): Json {
  const { email, account, given, surname, country } = buyerOf(token.buyer);
  return {
    id: token.id,
    customer: { id: token.customerId },
    payment_source: {
      paypal: {
        ...(token.description ? { description: token.description } : {}),
        usage_type: "MERCHANT",
        customer_type: "CONSUMER",
        permit_multiple_payment_tokens: false,
        email_address: email,
        payer_id: account,
        account_id: account,
        name: { given_name: given, surname },
        address: { country_code: country },
      },
    },
    links: tokenLinks(world, token),
  };
}

function tokenLinks(world: World, { id }: Token): Link[] {
  const href = `${world.base()}/v3/vault/payment-tokens/${id}`;
  return [
    { href, rel: "self", method: "GET" },
    { href, rel: "delete", method: "DELETE" },
  ];
}

/** Returns a setup token. */
export function wholeSetup(world: World, setup: Setup): Json {
  const buyer = setup.buyer ? buyerOf(setup.buyer) : null;
  const base = world.base();
  const links: Link[] = [{ href: `${base}/v3/vault/setup-tokens/${setup.id}`, rel: "self", method: "GET" }];
  if (setup.status === "PAYER_ACTION_REQUIRED")
    links.push({
      href: `${base}/agreements/approve?approval_session_id=${setup.id}`,
      rel: "approve",
      method: "GET",
    });
  if (setup.status === "APPROVED")
    links.push({ href: `${base}/v3/vault/payment-tokens`, rel: "confirm", method: "POST" });
  return {
    id: setup.id,
    customer: { id: setup.customerId },
    status: setup.status,
    payment_source: {
      paypal: {
        ...(setup.description ? { description: setup.description } : {}),
        permit_multiple_payment_tokens: setup.permitsMany,
        usage_type: "MERCHANT",
        customer_type: "CONSUMER",
        ...(buyer ? { email_address: buyer.email, payer_id: buyer.account } : {}),
      },
    },
    links,
  };
}
