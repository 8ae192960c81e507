import type { Route } from "./api.ts";
import { invalidRequest } from "./errors.ts";
import { once, retentionOf } from "./once.ts";
import { wholeSetup, wholeToken } from "./represent.ts";
import { paymentTokenShape, setupTokenShape } from "./requests.ts";
import { readShape } from "./shapes.ts";
import type { Token } from "./state.ts";
import {
  createSetup,
  createToken,
  findSetup,
  findToken,
  removeToken,
  type SetupRequest,
  type TokenRequest,
  tokensOf,
} from "./vault.ts";

/** The API's routes of the vault. */
export const vaultRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v3\/vault\/setup-tokens$/,
    family: "vault",
    answer(world, ask) {
      const request = readShape<SetupRequest>(ask.body, setupTokenShape);
      const { made, replayed } = once(world, ask, retentionOf.vault, {
        work: () => createSetup(world, request),
        idOf: ({ id }) => id,
        find: (id) => findSetup(world, id),
      });
      return { status: replayed ? 200 : 201, body: wholeSetup(world, made) };
    },
  },
  {
    method: "GET",
    path: /^\/v3\/vault\/setup-tokens\/([^/]+)$/,
    family: "vault",
    answer: (world, _ask, id) => ({ status: 200, body: wholeSetup(world, findSetup(world, id)) }),
  },
  {
    method: "POST",
    path: /^\/v3\/vault\/payment-tokens$/,
    family: "vault",
    answer(world, ask) {
      const request = readShape<TokenRequest>(ask.body, paymentTokenShape);
      const { made, replayed } = once<Token>(world, ask, retentionOf.vault, {
        work: () => createToken(world, request),
        idOf: ({ id }) => id,
        find: (id) => findToken(world, id),
      });
      return { status: replayed ? 200 : 201, body: wholeToken(world, made) };
    },
  },
  {
    method: "GET",
    path: /^\/v3\/vault\/payment-tokens$/,
    family: "vault",
    answer(world, { query }) {
      const customer = query.get("customer_id");
      if (!customer)
        throw invalidRequest([
          { issue: "MISSING_REQUIRED_PARAMETER", field: "customer_id", location: "query" },
        ]);
      const size = positive(query, "page_size", 5);
      const page = positive(query, "page", 1);
      const all = tokensOf(world, customer);
      const shown = all.slice((page - 1) * size, page * size);
      const href = `${world.base()}/v3/vault/payment-tokens?customer_id=${customer}&page=${page}&page_size=${size}`;
      const counted = query.get("total_required") === "true";
      return {
        status: 200,
        body: {
          ...(counted ? { total_items: all.length, total_pages: Math.ceil(all.length / size) } : {}),
          customer: { id: customer },
          payment_tokens: shown.map((token) => wholeToken(world, token)),
          links: [{ href, rel: "self", method: "GET" }],
        },
      };
    },
  },
  {
    method: "GET",
    path: /^\/v3\/vault\/payment-tokens\/([^/]+)$/,
    family: "vault",
    answer: (world, _ask, id) => ({ status: 200, body: wholeToken(world, findToken(world, id)) }),
  },
  {
    method: "DELETE",
    path: /^\/v3\/vault\/payment-tokens\/([^/]+)$/,
    family: "vault",
    answer(world, _ask, id) {
      const token = world.store.get<Token>("token", id);
      // Deleting twice is not a fault: the outcome is the wanted one.
      if (token?.fate === "live") removeToken(world, token, "deleted");
      return { status: 204 };
    },
  },
];

function positive(query: URLSearchParams, name: string, otherwise: number): number {
  const value = query.get(name);
  if (value === null) return otherwise;
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw invalidRequest([{ issue: "INVALID_PARAMETER_VALUE", field: name, value, location: "query" }]);
  return Number(value);
}
