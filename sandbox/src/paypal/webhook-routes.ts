import type { Route } from "./api.ts";
import { invalidRequest, notThere } from "./errors.ts";
import type { Endpoint, StoredEvent } from "./events.ts";
import { rawMember } from "./raw-json.ts";
import { patchShape, resendShape, verifyShape, webhookShape } from "./requests.ts";
import { readShape } from "./shapes.ts";
import { signedText } from "./signing.ts";
import { settingsOf, type World } from "./state.ts";
import {
  addEndpoint,
  certificateUrl,
  changeEvents,
  type EndpointChange,
  findEndpoint,
  wholeEndpoint,
} from "./webhooks.ts";

interface VerifyRequest {
  auth_algo: string;
  cert_url: string;
  transmission_id: string;
  transmission_sig: string;
  transmission_time: string;
  webhook_id: string;
}

/** The API's routes of notifications. */
export const webhookRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/v1\/notifications\/webhooks$/,
    family: "webhooks",
    answer(world, ask) {
      const { url, event_types: types } = readShape<{ url: string; event_types: { name: string }[] }>(
        ask.body,
        webhookShape,
      );
      const endpoint = addEndpoint(
        world,
        url,
        types.map(({ name }) => name),
      );
      return { status: 201, body: wholeEndpoint(world, endpoint) };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/notifications\/webhooks$/,
    family: "webhooks",
    answer: (world) => ({
      status: 200,
      body: { webhooks: world.store.list<Endpoint>("endpoint").map((one) => wholeEndpoint(world, one)) },
    }),
  },
  {
    method: "GET",
    path: /^\/v1\/notifications\/webhooks\/([^/]+)$/,
    family: "webhooks",
    answer: (world, _ask, id) => ({ status: 200, body: wholeEndpoint(world, findEndpoint(world, id)) }),
  },
  {
    method: "PATCH",
    path: /^\/v1\/notifications\/webhooks\/([^/]+)$/,
    family: "webhooks",
    answer(world, ask, id) {
      const changes = readShape<EndpointChange[]>(ask.body, patchShape);
      return { status: 200, body: wholeEndpoint(world, changeEvents(world, id, changes)) };
    },
  },
  {
    method: "DELETE",
    path: /^\/v1\/notifications\/webhooks\/([^/]+)$/,
    family: "webhooks",
    answer(world, _ask, id) {
      world.store.remove("endpoint", findEndpoint(world, id).id);
      return { status: 204 };
    },
  },
  {
    method: "POST",
    path: /^\/v1\/notifications\/verify-webhook-signature$/,
    family: "webhooks",
    answer(world, ask, _id, signer) {
      const said = readShape<VerifyRequest>(ask.body, verifyShape);
      // The checksum is of the event's original text: it is taken from the request as received, never re-serialised.
      const event = rawMember(ask.body.toString("utf8"), "webhook_event") ?? "";
      const text = signedText(said.transmission_id, said.transmission_time, said.webhook_id, event);
      const isGood =
        said.auth_algo === "SHA256withRSA" &&
        said.cert_url === certificateUrl(world, signer) &&
        world.store.get<Endpoint>("endpoint", said.webhook_id) !== undefined &&
        signer.verify(text, said.transmission_sig);
      return { status: 200, body: { verification_status: isGood ? "SUCCESS" : "FAILURE" } };
    },
  },
  {
    method: "GET",
    path: /^\/v1\/notifications\/webhooks-events$/,
    family: "webhooks",
    answer: (world, { query }) => ({ status: 200, body: eventList(world, query) }),
  },
  {
    method: "GET",
    path: /^\/v1\/notifications\/webhooks-events\/([^/]+)$/,
    family: "webhooks",
    answer: (world, _ask, id) => ({ status: 200, body: JSON.parse(findEvent(world, id).text) }),
  },
  {
    method: "POST",
    path: /^\/v1\/notifications\/webhooks-events\/([^/]+)\/resend$/,
    family: "webhooks",
    answer(world, ask, id) {
      const event = findEvent(world, id);
      const { webhook_ids: meant } = readShape<{ webhook_ids?: string[] }>(ask.body, resendShape, true);
      const endpoints = world.store.list<Endpoint>("endpoint").map((one) => one.id);
      world.send(
        event,
        endpoints.filter((one) => meant === undefined || meant.includes(one)),
      );
      return { status: 202, body: JSON.parse(event.text) };
    },
  },
];

function findEvent({ store }: World, id: string): StoredEvent {
  const event = store.get<StoredEvent>("event", id);
  if (!event) throw notThere("event_id", id);
  return event;
}

function eventList(world: World, query: URLSearchParams): Record<string, unknown> {
  const moment = (name: string, otherwise: number) => {
    const value = query.get(name);
    if (value === null) return otherwise;
    const at = Date.parse(value);
    if (Number.isNaN(at))
      throw invalidRequest([{ issue: "INVALID_PARAMETER_SYNTAX", field: name, value, location: "query" }]);
    return at;
  };
  const from = moment("start_time", 0);
  const to = moment("end_time", Number.MAX_SAFE_INTEGER);
  const type = query.get("event_type");
  const about = query.get("transaction_id");
  // The service shows the last thirty days and at most this many at once.
  const size = Math.min(Math.max(1, Number(query.get("page_size") ?? 10) || 10), 300);
  const oldest = world.clock.now() - 30 * 86_400_000;
  const page = Number(query.get("page") ?? 1) || 1;
  const newest = world.clock.now() - settingsOf(world).eventSeconds * 1000;
  const all = world.store
    .list<StoredEvent>("event", about === null ? {} : { under: about })
    .filter(
      (event) =>
        event.at >= Math.max(from, oldest) &&
        event.at <= Math.min(to, newest) &&
        (type === null || event.type === type),
    )
    .reverse();
  const shown = all.slice((page - 1) * size, page * size);
  const address = new URLSearchParams(query);
  const link = (rel: string, number: number) => {
    address.set("page", String(number));
    return {
      href: `${world.base()}/v1/notifications/webhooks-events?${address.toString()}`,
      rel,
      method: "GET",
    };
  };
  return {
    events: shown.map(({ text }) => JSON.parse(text) as unknown),
    count: shown.length,
    links: [link("self", page), ...(page * size < all.length ? [link("next", page + 1)] : [])],
  };
}
