import { type Meters, noMeters, plain } from "../meters.ts";
import type { Connections } from "./connections.ts";
import type { Http } from "./server.ts";

/** Refused requests by their code, and refused connections. */
const reasons: Readonly<Record<number, string>> = {
  401: "not_signed_in",
  403: "forbidden",
  421: "wrong_host",
  429: "too_many_requests",
};
const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
/** Pages, and paths without a route. */
const PAGE = "(page)";

/** Counts what the web server refuses. */
export interface RefusedMeter {
  /** Counts a refused request; codes that do not concern access are ignored. */
  request(code: number): void;
  connection(reason: "connections" | "connections_per_address"): void;
}

/** Registers the counter of refused requests and connections. */
export function measureRefused(meters: Meters): RefusedMeter {
  const refused = meters.counter({
    name: "http_refused_total",
    help: "Refused requests and connections, by reason",
    role: "web",
    labels: { reason: new Set([...Object.values(reasons), "connections", "connections_per_address"]) },
  });
  return {
    request(code) {
      const reason = reasons[code];
      if (reason !== undefined) refused({ reason });
    },
    connection: (reason) => refused({ reason }),
  };
}

/**
 * Measures every answer by the pattern of its route, so that no id becomes a label. Call it before routes are
 * registered.
 */
export function measureHttp(meters: Meters, http: Http, connections: Connections): void {
  if (meters === noMeters) return;
  const routes = new Set([PAGE]);
  let inFlight = 0;
  const duration = meters.histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by route and class of status",
    role: "web",
    labels: { method: methods, route: routes, status_class: new Set(["2xx", "3xx", "4xx", "5xx"]) },
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  meters.gauge(
    { name: "http_requests_in_flight", help: "Requests that are being answered", role: "web", labels: {} },
    () => plain(inFlight),
  );
  meters.gauge(
    { name: "http_connections", help: "Open connections of the web server", role: "web", labels: {} },
    () => plain(connections.count()),
  );
  http.addHook("onRoute", ({ url }) => void routes.add(url));
  http.addHook("onRequest", (_request, reply, done) => {
    inFlight += 1;
    // Also when a client disconnects before its answer.
    reply.raw.once("close", () => {
      inFlight -= 1;
    });
    done();
  });
  http.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? PAGE;
    const status_class = `${Math.floor(reply.statusCode / 100)}xx`;
    duration({ method, route, status_class }, reply.elapsedTime / 1000);
    done();
  });
}
