import { apiVersion, type Bank, find, mint, random } from "./bank.ts";
import { mergedMetadata, need, type Params } from "./params.ts";
import { invalid } from "./refusal.ts";
import type { WebhookEndpoint } from "./types.ts";

/** The parameters that create an endpoint. */
export const endpointCreateShape = {
  api_version: "text",
  connect: "boolean",
  description: "text?",
  enabled_events: "texts",
  metadata: "metadata",
  url: "text",
} as const;
/** The parameters that change an endpoint. */
export const endpointUpdateShape = {
  description: "text?",
  disabled: "boolean",
  enabled_events: "texts",
  metadata: "metadata",
  url: "text",
} as const;

/** Creates an endpoint, with its secret, which is shown only once. */
export function createEndpoint(
  bank: Bank,
  params: Params<typeof endpointCreateShape>,
): WebhookEndpoint & { secret: string } {
  const url = readUrl(need(params.url, "url"));
  const events = need(params.enabled_events, "enabled_events");
  const endpoint: WebhookEndpoint = {
    id: mint("we"),
    object: "webhook_endpoint",
    api_version: params.api_version ?? apiVersion,
    application: null,
    created: bank.clock.seconds(),
    description: params.description || null,
    enabled_events: events,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    status: "enabled",
    url,
  };
  const secret = `whsec_${random(32)}`;
  bank.store.put("webhook_endpoint", endpoint.id, endpoint);
  bank.store.put("webhook_secret", endpoint.id, secret);
  return { ...endpoint, secret };
}

/** Changes an endpoint. */
export function updateEndpoint(
  bank: Bank,
  id: string,
  params: Params<typeof endpointUpdateShape>,
): WebhookEndpoint {
  const before = find<WebhookEndpoint>(bank, "webhook_endpoint", id);
  const after: WebhookEndpoint = {
    ...before,
    description: params.description === undefined ? before.description : params.description || null,
    enabled_events: params.enabled_events ?? before.enabled_events,
    metadata: mergedMetadata(before.metadata, params.metadata),
    status: params.disabled === undefined ? before.status : params.disabled ? "disabled" : "enabled",
    url: params.url === undefined ? before.url : readUrl(params.url),
  };
  bank.store.put("webhook_endpoint", id, after);
  return after;
}

/** Deletes an endpoint: its pending deliveries are dropped. */
export function deleteEndpoint(bank: Bank, id: string): object {
  find<WebhookEndpoint>(bank, "webhook_endpoint", id);
  bank.store.remove("webhook_endpoint", id);
  bank.store.remove("webhook_secret", id);
  return { id, object: "webhook_endpoint", deleted: true };
}

function readUrl(url: string): string {
  const known = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!known)
    throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.", "url_invalid", "url");
  return url;
}
