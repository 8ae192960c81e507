import { type CaptureRequest, payAtOnce, type WalletRequest } from "./capture.ts";
import { notThere, unprocessable } from "./errors.ts";
import { transactionId } from "./ids.ts";
import { checkCountry, minor, positiveMinor } from "./money.ts";
import { takePlan } from "./plans.ts";
import { type Capture, type Experience, type Order, settingsOf, type Unit, type World } from "./state.ts";

/** The body of POST /v2/checkout/orders. */
export interface OrderRequest extends CaptureRequest {
  intent: string;
  purchase_units: Unit[];
  application_context?: Experience;
}

/** Creates an order; one that names a saved wallet is paid at once. */
export function createOrder(world: World, request: OrderRequest): Order {
  if (request.intent !== "CAPTURE")
    throw unprocessable("UNSUPPORTED_INTENT", { field: "/intent", value: request.intent });
  checkUnits(request.purchase_units);
  for (const { amount } of request.purchase_units)
    checkCountry(amount.currency_code, settingsOf(world).country);
  const refusal = takePlan(world, "create");
  // The plan is used up although nothing was created.
  if (refusal) throw unprocessable(refusal.outcome, { isLasting: true });
  const wallet = request.payment_source?.paypal;
  const now = world.clock.now();
  const order: Order = {
    id: transactionId(),
    status: wallet ? "PAYER_ACTION_REQUIRED" : "CREATED",
    createdAt: now,
    updatedAt: now,
    units: request.purchase_units,
    hasSource: wallet !== undefined,
    experience: wallet?.experience_context ?? request.application_context ?? {},
    vault: vaultRequest(wallet),
    buyer: null,
    approvedAt: null,
    tokenId: null,
    vaultStatus: null,
  };
  world.store.put("order", order.id, order);
  return wallet?.vault_id ? payAtOnce(world, order, wallet) : order;
}

/** Returns an order by id. */
export function findOrder({ store }: World, id: string): Order {
  const order = store.get<Order>("order", id);
  if (!order) throw notThere("order_id", id);
  return order;
}

/** Returns the captures of an order. */
export function capturesOf({ store }: World, order: Order): Capture[] {
  return store.list<Capture>("capture", { under: order.id });
}

function vaultRequest(wallet: WalletRequest | undefined): Order["vault"] {
  const request = wallet?.attributes?.vault;
  if (!request?.store_in_vault) return null;
  const at = "/payment_source/paypal/experience_context";
  if (!wallet?.experience_context?.return_url)
    throw unprocessable("RETURN_URL_REQUIRED", { field: `${at}/return_url` });
  if (!wallet.experience_context.cancel_url)
    throw unprocessable("CANCEL_URL_REQUIRED", { field: `${at}/cancel_url` });
  const customerId = wallet.attributes?.customer?.id;
  return {
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(customerId === undefined ? {} : { customerId }),
    permitsMany: request.permit_multiple_payment_tokens ?? false,
  };
}

function checkUnits(units: Unit[]): void {
  const names = units.map(({ reference_id: name }) => name);
  if (units.length > 1 && names.some((name) => name === undefined))
    throw unprocessable("REFERENCE_ID_REQUIRED", { field: "/purchase_units/0/reference_id" });
  if (new Set(names).size < units.length)
    throw unprocessable("DUPLICATE_REFERENCE_ID", { field: "/purchase_units/1/reference_id" });
  const currency = units[0]?.amount.currency_code;
  for (const [index, unit] of units.entries()) {
    const at = `/purchase_units/${index}`;
    const total = positiveMinor(unit.amount, `${at}/amount`);
    if (unit.amount.currency_code !== currency)
      throw unprocessable("MULTI_CURRENCY_ORDER", { field: `${at}/amount/currency_code` });
    checkBreakdown(unit, total, at);
  }
}

function checkBreakdown({ amount, items }: Unit, total: number, at: string): void {
  const parts = amount.breakdown;
  const part = (name: string) => {
    const money = parts?.[name];
    if (money && money.currency_code !== amount.currency_code)
      throw unprocessable("MULTI_CURRENCY_ORDER", { field: `${at}/amount/breakdown/${name}/currency_code` });
    return money ? minor(money, `${at}/amount/breakdown/${name}`) : 0;
  };
  if (parts) {
    const sum =
      ["item_total", "tax_total", "shipping", "handling", "insurance"].reduce(
        (all, one) => all + part(one),
        0,
      ) -
      part("shipping_discount") -
      part("discount");
    if (sum !== total)
      throw unprocessable("AMOUNT_MISMATCH", { field: `${at}/amount/value`, value: amount.value });
  }
  if (!items) return;
  if (!parts?.["item_total"])
    throw unprocessable("ITEM_TOTAL_REQUIRED", { field: `${at}/amount/breakdown/item_total` });
  const each = items.map(
    (one, index) => minor(one.unit_amount, `${at}/items/${index}/unit_amount`) * Number(one.quantity),
  );
  if (each.reduce((all, one) => all + one, 0) !== part("item_total"))
    throw unprocessable("ITEM_TOTAL_MISMATCH", { field: `${at}/amount/breakdown/item_total` });
  const taxes = items.map((one, index) =>
    one.tax ? minor(one.tax, `${at}/items/${index}/tax`) * Number(one.quantity) : 0,
  );
  if (!items.some(({ tax }) => tax)) return;
  if (!parts["tax_total"])
    throw unprocessable("TAX_TOTAL_REQUIRED", { field: `${at}/amount/breakdown/tax_total` });
  if (taxes.reduce((all, one) => all + one, 0) !== part("tax_total"))
    throw unprocessable("TAX_TOTAL_MISMATCH", { field: `${at}/amount/breakdown/tax_total` });
}
