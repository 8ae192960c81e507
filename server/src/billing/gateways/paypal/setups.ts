import * as z from "zod";
import { GatewayUnknown, type RemoteSetup, type Setups } from "../../records/gateway.ts";
import { type AskPayPal, PayPalRefused } from "./client.ts";
import { TokenObject } from "./objects.ts";
import { locales } from "./order-body.ts";
import { instrumentOfToken } from "./snapshot.ts";

const SetupObject = z.object({
  id: z.string(),
  status: z.string(),
  customer: z.object({ id: z.string().optional() }).optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
});
const TokenList = z.object({ payment_tokens: z.array(TokenObject).default([]) });

/** Saves accounts by PayPal's setup tokens, which the owner approves; then they become payment tokens. */
export function paypalSetups(ask: AskPayPal): Setups {
  const fetch = (remoteId: string) => fetchSetup(ask, remoteId);
  return {
    async create({ key, siteName, language, description, returnUrl, cancelUrl }) {
      const paypal = {
        description: description.slice(0, 128),
        usage_type: "MERCHANT",
        customer_type: "CONSUMER",
        usage_pattern: "RECURRING_PREPAID",
        permit_multiple_payment_tokens: true,
        experience_context: {
          brand_name: siteName.slice(0, 127),
          locale: locales[language],
          shipping_preference: "NO_SHIPPING",
          return_url: returnUrl,
          cancel_url: cancelUrl,
        },
      };
      const body = JSON.stringify({ payment_source: { paypal } });
      return setupOf(
        read(SetupObject, await ask({ method: "POST", path: "/v3/vault/setup-tokens", key, body })),
      );
    },
    fetch,
    async confirm({ key, remoteId }) {
      const body = JSON.stringify({ payment_source: { token: { id: remoteId, type: "SETUP_TOKEN" } } });
      try {
        const answer = await ask({ method: "POST", path: "/v3/vault/payment-tokens", key, body });
        return succeeded(remoteId, read(TokenObject, answer));
      } catch (error) {
        if (!(error instanceof PayPalRefused)) throw error;
        const seen = await fetch(remoteId);
        if (seen.state !== "approved") return seen;
        return { ...seen, state: "failed", decline: refusal(error) };
      }
    },
    // Only we make a payment token of it: without that, nothing is saved.
    cancel: fetch,
  };
}

function refusal({ code }: PayPalRefused) {
  return { code, reason: "paypal_declined" as const, advice: "other_method" as const };
}

async function fetchSetup(ask: AskPayPal, remoteId: string): Promise<RemoteSetup> {
  try {
    const path = `/v3/vault/setup-tokens/${encodeURIComponent(remoteId)}`;
    const setup = read(SetupObject, await ask({ method: "GET", path }));
    const customer = setup.customer?.id;
    const isDone = setup.status === "TOKENIZED" || setup.status === "VAULTED";
    if (!isDone || customer === undefined) return setupOf(setup);
    // PayPal made this customer for this setup alone, so its token is the one that an answer was lost about.
    const query = new URLSearchParams({ customer_id: customer });
    const list = await ask({ method: "GET", path: `/v3/vault/payment-tokens?${query.toString()}` });
    const [token] = read(TokenList, list).payment_tokens;
    return token ? succeeded(remoteId, token) : { ...setupOf(setup), state: "failed" };
  } catch (error) {
    if (!(error instanceof PayPalRefused) || error.status !== 404) throw error;
    return { remoteId, setupId: null, state: "expired", instrument: null, decline: null, next: null };
  }
}

function succeeded(remoteId: string, token: TokenObject): RemoteSetup {
  const instrument = instrumentOfToken(token);
  return { remoteId, setupId: null, state: "succeeded", instrument, decline: null, next: null };
}

function setupOf({ id, status, links }: z.infer<typeof SetupObject>): RemoteSetup {
  const approve = links.find(({ rel }) => rel === "approve");
  return {
    remoteId: id,
    setupId: null,
    state: status === "APPROVED" ? "approved" : "open",
    instrument: null,
    decline: null,
    next: approve ? { type: "redirect", url: approve.href } : null,
  };
}

function read<T extends z.ZodType>(shape: T, answer: unknown): z.infer<T> {
  const found = shape.safeParse(answer);
  if (!found.success) throw new GatewayUnknown("PayPal's answer makes no sense");
  return found.data;
}
