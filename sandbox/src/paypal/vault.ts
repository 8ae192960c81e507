import { buyerOf } from "./buyers.ts";
import { notThere, Refused, unprocessable } from "./errors.ts";
import { emit } from "./events.ts";
import { customerId, transactionId, vaultId } from "./ids.ts";
import { later } from "./plans.ts";
import { wholeToken } from "./represent.ts";
import {
  type Experience,
  type Order,
  type Setup,
  settingsOf,
  stamp,
  type Token,
  type World,
} from "./state.ts";

/** The body of POST /v3/vault/setup-tokens. */
export interface SetupRequest {
  customer?: { id?: string };
  payment_source: {
    paypal?: {
      description?: string;
      permit_multiple_payment_tokens?: boolean;
      experience_context?: Experience;
    };
  };
}

/** The body of POST /v3/vault/payment-tokens. */
export interface TokenRequest {
  customer?: { id?: string };
  payment_source: { token: { id: string; type: string } };
}

/** Saves the wallet of an order that requested it, now or later, if the buyer's account allows it. */
export function saveOnSuccess(world: World, order: Order): Order {
  const kind = order.vault && order.buyer ? buyerOf(order.buyer).kind : "no-vault";
  if (kind === "no-vault") return order;
  const waiting: Order = { ...order, vaultStatus: "APPROVED" };
  world.store.put("order", order.id, waiting);
  if (kind === "slow-vault") later(world, "vault", order.id, settingsOf(world).vaultSeconds);
  else establishToken(world, order.id);
  return world.store.get<Order>("order", order.id) ?? waiting;
}

/** Creates the token of a captured order. */
export function establishToken(world: World, orderId: string): void {
  const order = world.store.get<Order>("order", orderId);
  if (!order?.vault || !order.buyer || order.vaultStatus === "VAULTED") return;
  const { description, customerId: customer, permitsMany } = order.vault;
  const token = makeToken(world, {
    buyer: order.buyer,
    description: description ?? null,
    customer,
    permitsMany,
    orderId,
  });
  world.store.put("order", orderId, { ...order, tokenId: token.id, vaultStatus: "VAULTED" });
}

/** Starts saving a wallet without a payment. */
export function createSetup(world: World, request: SetupRequest): Setup {
  const wallet = request.payment_source.paypal;
  if (!wallet) throw unprocessable("VAULT_INSTRUCTION_REQUIRED", { field: "/payment_source" });
  const setup: Setup = {
    id: transactionId(),
    status: "PAYER_ACTION_REQUIRED",
    customerId: request.customer?.id ?? customerId(),
    description: wallet.description ?? null,
    permitsMany: wallet.permit_multiple_payment_tokens ?? false,
    experience: wallet.experience_context ?? {},
    buyer: null,
    createdAt: world.clock.now(),
  };
  world.store.put("setup", setup.id, setup);
  return setup;
}

const SETUP_MS = 3 * 86_400_000;

/** Returns a setup token by id; they last three days. */
export function findSetup({ store, clock }: World, id: string): Setup {
  const setup = store.get<Setup>("setup", id);
  if (!setup || clock.now() - setup.createdAt > SETUP_MS) throw notThere("id", id);
  return setup;
}

/** Turns an approved setup token into a payment token. */
export function createToken(world: World, request: TokenRequest): Token {
  const { id, type } = request.payment_source.token;
  const at = { field: "/payment_source/token/id", value: id };
  if (type !== "SETUP_TOKEN") throw unprocessable("BILLING_AGREEMENT_NOT_FOUND", at);
  const setup = world.store.get<Setup>("setup", id);
  if (!setup) throw notThere("id", id);
  if (setup.status === "TOKENIZED") throw unprocessable("TOKEN_ALREADY_TOKENIZED", at);
  if (setup.status !== "APPROVED" || !setup.buyer) throw unprocessable("SETUP_TOKEN_NOT_APPROVED", at);
  if (buyerOf(setup.buyer).kind === "no-vault")
    throw unprocessable("NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE", at);
  world.store.put("setup", id, { ...setup, status: "TOKENIZED" });
  return makeToken(world, {
    buyer: setup.buyer,
    description: setup.description,
    customer: request.customer?.id ?? setup.customerId,
    permitsMany: setup.permitsMany,
    orderId: null,
  });
}

/** Returns the live token with an id. */
export function findToken({ store }: World, id: string): Token {
  const token = store.get<Token>("token", id);
  if (token?.fate !== "live") throw notThere("id", id);
  return token;
}

/** Returns the live tokens of a customer, the newest first. */
export function tokensOf({ store }: World, customer: string): Token[] {
  if (!/^[0-9a-zA-Z_-]{7,36}$/.test(customer))
    throw new Refused(
      400,
      "INVALID_REQUEST",
      "Request is not well-formed, syntactically incorrect, or violates schema.",
      [{ issue: "INVALID_PARAMETER_SYNTAX", field: "customer_id", value: customer, location: "query" }],
    );
  return store
    .list<Token>("token")
    .filter(({ customerId: own, fate }) => own === customer && fate === "live")
    .reverse();
}

/** Removes a token; the shop is notified in every case. */
export function removeToken(world: World, token: Token, fate: "deleted" | "cancelled"): Token {
  const gone: Token = { ...token, fate };
  world.store.put("token", token.id, gone);
  emit(world, "VAULT.PAYMENT-TOKEN.DELETED", token.id, wholeToken(world, token));
  return gone;
}

function makeToken(
  world: World,
  request: {
    buyer: string;
    description: string | null;
    customer: string | undefined;
    permitsMany: boolean;
    orderId: string | null;
  },
): Token {
  // A buyer has one token with a shop, unless the shop permits several.
  const known = world.store
    .list<Token>("token")
    .find(({ buyer, fate }) => buyer === request.buyer && fate === "live");
  if (known && !request.permitsMany) return known;
  const token: Token = {
    id: vaultId(),
    customerId: request.customer ?? customerId(),
    buyer: request.buyer,
    description: request.description,
    createdAt: world.clock.now(),
    orderId: request.orderId,
    fate: "live",
  };
  world.store.put("token", token.id, token);
  emit(world, "VAULT.PAYMENT-TOKEN.CREATED", token.id, {
    ...wholeToken(world, token),
    time_created: stamp(token.createdAt),
    ...(request.orderId ? { metadata: { order_id: request.orderId } } : {}),
  });
  return token;
}
