import Stripe from "stripe";
import { GatewayRefused, type RemoteSetup, type Setups } from "../../records/gateway.ts";
import { declineOf } from "./declines.ts";
import { ask, isCardError, meaningOf } from "./faults.ts";
import { isOurs, type Mark, savedCard } from "./snapshot.ts";
import { tokenOf } from "./token.ts";

const expand = ["payment_method"];
const states: Partial<Record<string, RemoteSetup["state"]>> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "action",
  processing: "action",
  succeeded: "succeeded",
  canceled: "expired",
};

/** Saves cards by Stripe's setup intents: the owner is present, and nothing is charged. */
export function stripeSetups({ stripe, mark }: { stripe: Stripe; mark: Mark }): Setups {
  const fetch = async (remoteId: string) =>
    setupOf(await ask("setup_intent", () => stripe.setupIntents.retrieve(remoteId, { expand })), mark);
  return {
    async create({ key, setupId, customer }) {
      const intent = await ask("setup_intent", () =>
        stripe.setupIntents.create(
          {
            usage: "off_session",
            // As the wallet buttons of the page are opened for; a wallet's card is a card.
            allowed_payment_method_types: ["card", "link"],
            metadata: { ...mark, setup_id: setupId },
            ...(customer === null ? {} : { customer }),
          },
          { idempotencyKey: key },
        ),
      );
      return setupOf(intent, mark);
    },
    fetch,
    async confirm({ key, remoteId, token, returnUrl }) {
      if (token === null) return fetch(remoteId);
      const params = { ...tokenOf(token), return_url: returnUrl, use_stripe_sdk: true, expand };
      try {
        const intent = await stripe.setupIntents.confirm(remoteId, params, { idempotencyKey: key });
        return setupOf(intent, mark);
      } catch (error) {
        if (isCardError(error) && error.statusCode === 402)
          return { ...(await fetch(remoteId)), state: "failed", decline: declineOf(error) };
        if (error instanceof Stripe.errors.StripeError && error.code === "setup_intent_unexpected_state")
          return fetch(remoteId);
        throw meaningOf(error);
      }
    },
    async cancel(remoteId, key) {
      try {
        await ask("setup_intent", () => stripe.setupIntents.cancel(remoteId, {}, { idempotencyKey: key }));
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error;
      }
      return fetch(remoteId);
    },
  };
}

function setupOf(intent: Stripe.SetupIntent, mark: Mark): RemoteSetup {
  const { id, status, client_secret: secret, payment_method: method, last_setup_error: error } = intent;
  const known = states[status] ?? "open";
  const failed = known === "open" && error !== null;
  return {
    remoteId: id,
    setupId: isOurs(intent.metadata, mark) ? (intent.metadata?.["setup_id"] ?? null) : null,
    state: failed ? "failed" : known,
    instrument:
      known === "succeeded" && method !== null && typeof method !== "string" ? savedCard(method) : null,
    decline: failed ? declineOf(error) : null,
    next: known === "action" && secret ? { type: "action", clientSecret: secret } : null,
  };
}
