import { type Bank, find, mint } from "./bank.ts";
import { need, type Params } from "./params.ts";
import { invalid } from "./refusal.ts";

/** The parameters that register a domain. */
export const domainCreateShape = { domain_name: "text", enabled: "boolean" } as const;
/** The parameters that change a domain. */
export const domainUpdateShape = { enabled: "boolean" } as const;

interface Status {
  status: "active" | "inactive";
  status_details?: { error_message: string };
}

/** A domain whose pages may show wallets. */
export interface PaymentMethodDomain {
  id: string;
  object: "payment_method_domain";
  amazon_pay: Status;
  apple_pay: Status;
  created: number;
  domain_name: string;
  enabled: boolean;
  google_pay: Status;
  klarna: Status;
  link: Status;
  livemode: false;
  paypal: Status;
}

/** The path of the file that proves a domain to Apple, here and on the domain. */
export const ASSOCIATION_FILE = "apple-developer-merchantid-domain-association";

const active: Status = { status: "active" };

/** Registers a domain; one that is registered is returned as it is. Apple Pay is active there once its file was found. */
export function createDomain(bank: Bank, params: Params<typeof domainCreateShape>): PaymentMethodDomain {
  const name = need(params.domain_name, "domain_name");
  if (!/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(name))
    throw invalid(`The domain ${name} is not valid.`, "parameter_invalid_string", "domain_name");
  const known = bank.store
    .list<PaymentMethodDomain>("payment_method_domain")
    .find(({ domain_name: one }) => one === name);
  if (known) return known;
  const domain: PaymentMethodDomain = {
    id: mint("pmd"),
    object: "payment_method_domain",
    amazon_pay: active,
    apple_pay: applePayOn(bank, name),
    created: bank.clock.seconds(),
    domain_name: name,
    enabled: params.enabled ?? true,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  };
  bank.store.put("payment_method_domain", domain.id, domain);
  return domain;
}

/** Enables or disables a domain. */
export function updateDomain(
  bank: Bank,
  id: string,
  { enabled }: Params<typeof domainUpdateShape>,
): PaymentMethodDomain {
  return put(bank, id, (domain) => ({ ...domain, enabled: enabled ?? domain.enabled }));
}

/** Looks for Apple's file on a domain again. */
export function validateDomain(bank: Bank, id: string): PaymentMethodDomain {
  return put(bank, id, (domain) => ({ ...domain, apple_pay: applePayOn(bank, domain.domain_name) }));
}

/** Sets whether a look at a domain finds Apple's file there: no domain of this machine can be asked. */
export function setAssociation(bank: Bank, name: string, found: boolean): { name: string; found: boolean } {
  bank.store.put("setting", `association:${name}`, found);
  return { name, found };
}

function put(
  bank: Bank,
  id: string,
  change: (domain: PaymentMethodDomain) => PaymentMethodDomain,
): PaymentMethodDomain {
  const changed = change(find<PaymentMethodDomain>(bank, "payment_method_domain", id));
  bank.store.put("payment_method_domain", id, changed);
  return changed;
}

function applePayOn({ store }: Bank, name: string): Status {
  if (store.get<boolean>("setting", `association:${name}`) === true) return active;
  const message = `The domain association file was not found at https://${name}/.well-known/${ASSOCIATION_FILE}.`;
  return { status: "inactive", status_details: { error_message: message } };
}
