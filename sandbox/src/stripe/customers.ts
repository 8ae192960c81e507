import { announce, type Bank, customerOf, find, mint, random } from "./bank.ts";
import { mergedMetadata, type Params } from "./params.ts";
import {
  detachPaymentMethod,
  methodsOf,
  resolvePaymentMethod,
  savePaymentMethod,
} from "./payment-methods.ts";
import { addressShape, fullAddress } from "./shapes.ts";
import type { Customer, PaymentMethod } from "./types.ts";

/** The parameters that change a customer. */
export const customerUpdateShape = {
  address: addressShape,
  description: "text?",
  email: "text?",
  invoice_settings: { default_payment_method: "text?" },
  metadata: "metadata",
  name: "text?",
  phone: "text?",
  preferred_locales: "texts",
} as const;

/** The parameters that create a customer. */
export const customerCreateShape = { ...customerUpdateShape, payment_method: "text" } as const;

/** Creates a customer. */
export function createCustomer(bank: Bank, params: Params<typeof customerCreateShape>): Customer {
  const customer: Customer = {
    id: mint("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: bank.clock.seconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: random(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
  const made = change(bank, customer, params);
  if (params.payment_method !== undefined) {
    bank.store.put("customer", made.id, made);
    savePaymentMethod(bank, resolvePaymentMethod(bank, params.payment_method), made.id);
  }
  bank.store.put("customer", made.id, made);
  announce(bank, "customer.created", made);
  return made;
}

/** Changes a customer. */
export function updateCustomer(bank: Bank, id: string, params: Params<typeof customerUpdateShape>): Customer {
  const customer = change(bank, customerOf(bank, id, "id"), params);
  bank.store.put("customer", id, customer);
  announce(bank, "customer.updated", customer, {});
  return customer;
}

/** Deletes a customer and detaches its cards. */
export function deleteCustomer(bank: Bank, id: string): object {
  const customer = customerOf(bank, id, "id");
  for (const method of methodsOf(bank, id)) detachPaymentMethod(bank, method);
  const deleted = { id, object: "customer", deleted: true };
  bank.store.put("customer", id, deleted);
  announce(bank, "customer.deleted", customer);
  return deleted;
}

function change(bank: Bank, before: Customer, params: Params<typeof customerUpdateShape>): Customer {
  const { metadata, address, invoice_settings: settings, preferred_locales: locales } = params;
  const texts = { name: params.name, email: params.email, description: params.description };
  const chosen = settings?.default_payment_method;
  if (chosen) find<PaymentMethod>(bank, "payment_method", chosen, "invoice_settings[default_payment_method]");
  const after: Customer = { ...before, metadata: mergedMetadata(before.metadata, metadata) };
  for (const [name, value] of Object.entries({ ...texts, phone: params.phone })) {
    if (value !== undefined) after[name] = value === "" ? null : value;
  }
  if (locales) after["preferred_locales"] = locales;
  if (address) after["address"] = fullAddress(address);
  if (chosen !== undefined) {
    after.invoice_settings = { ...after.invoice_settings, default_payment_method: chosen || null };
  }
  return after;
}
