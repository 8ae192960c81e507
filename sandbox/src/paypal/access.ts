import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { Refused } from "./errors.ts";
import { accountId } from "./ids.ts";
import { type Merchant, settingsOf, type World } from "./state.ts";

const VAULT =
  "https://uri.paypal.com/services/vault/payment-tokens/read https://uri.paypal.com/services/vault/payment-tokens/readwrite";
const SCOPES =
  "https://uri.paypal.com/services/payments/realtimepayment https://uri.paypal.com/services/payments/payment/authcapture https://uri.paypal.com/services/payments/refund https://uri.paypal.com/services/disputes/read-seller https://uri.paypal.com/services/disputes/update-seller https://uri.paypal.com/services/reporting/search/read https://uri.paypal.com/services/applications/webhooks";

/** Opens the shop's account; its client id and secret are generated at the first start and stored. */
export function openMerchant({ store }: Pick<World, "store">): Merchant {
  const known = store.get<Merchant>("setting", "merchant");
  if (known) return known;
  const merchant = {
    clientId: `A${randomBytes(59).toString("base64url")}`,
    clientSecret: `E${randomBytes(59).toString("base64url")}`,
    accountId: accountId(),
    email: "shop@example.com",
  };
  store.put("setting", "merchant", merchant);
  return merchant;
}

/** Answers POST /v1/oauth2/token: exchanges client credentials for an access token. */
export function giveAccess(world: World, ask: GatewayAsk): GatewayReply {
  const [scheme = "", word = ""] = (ask.headers.authorization ?? "").split(" ", 2);
  const [id = "", secret = ""] = Buffer.from(word, "base64").toString("utf8").split(":", 2);
  const { clientId, clientSecret } = world.merchant;
  if (scheme.toLowerCase() !== "basic" || !isSame(id, clientId) || !isSame(secret, clientSecret))
    return reply(401, { error: "invalid_client", error_description: "Client Authentication failed" });
  const grant = new URLSearchParams(ask.body.toString("utf8")).get("grant_type");
  if (grant !== "client_credentials")
    return reply(400, {
      error: "unsupported_grant_type",
      error_description: "Grant Type is NULL or unsupported",
    });
  const token = `A21AA${randomBytes(66).toString("base64url")}`;
  const { tokenSeconds: seconds, vault } = settingsOf(world);
  world.store.put("access", token, world.clock.now() + seconds * 1000);
  world.store.deleteAllButNewest("access", 500);
  return reply(200, {
    scope: vault ? `${SCOPES} ${VAULT}` : SCOPES,
    access_token: token,
    token_type: "Bearer",
    app_id: "APP-80W284485P519543T",
    expires_in: seconds,
    nonce: `${new Date(world.clock.now()).toISOString().slice(0, 19)}Z${randomBytes(32).toString("base64url")}`,
  });
}

/** Refuses a caller without an access token, or with an expired one. */
export function requireAccess({ store, clock }: World, { headers }: GatewayAsk): void {
  const [scheme = "", token = ""] = (headers.authorization ?? "").split(" ", 2);
  const until = scheme.toLowerCase() === "bearer" ? store.get<number>("access", token) : undefined;
  if (until === undefined || until <= clock.now())
    throw new Refused(
      401,
      "AUTHENTICATION_FAILURE",
      "Authentication failed due to missing authorization header, or invalid authentication credentials.",
    );
}

/** Expires every access token. Returns how many there were. */
export function expireAccess({ store }: World): number {
  const count = store.list("access").length;
  store.deleteAllButNewest("access", 0);
  return count;
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function reply(status: number, value: unknown): GatewayReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
