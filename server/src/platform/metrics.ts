import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { Http } from "#platform/http/server";

/** Metrics for Prometheus, on a separate port that is never the public one. */
export interface Metrics {
  /** The port that it listens on. */
  port: number;
  /** Times every answer of the web server, by route pattern, so that no id becomes a label. */
  watch(http: Http): void;
  /** Registers a value that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** Registers counts that are maintained elsewhere, by their labels. */
  counts(name: string, help: string, labels: readonly string[], read: () => LabelledCount[]): void;
  close(): Promise<void>;
}

/** How often something happened, with its labels. */
export interface LabelledCount {
  labels: Record<string, string>;
  count: number;
}

/** Opens the metrics server. Rejects when the port is in use. */
export async function openMetrics(options: {
  port: number;
  host: string;
  token: string | null;
}): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    if (options.token !== null && !isBearer(request.headers.authorization, options.token)) {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    watch(http) {
      http.addHook("onResponse", async (request, reply) => {
        const route = request.routeOptions.url ?? "(page)";
        duration.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1000,
        );
      });
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    counts(name, help, labelNames, read) {
      new Counter({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        collect() {
          this.reset();
          for (const { labels, count } of read()) this.inc(labels, count);
        },
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// Compares hashes, which have the same length whatever was sent.
function isBearer(header: string | undefined, token: string): boolean {
  const hashOf = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashOf(header ?? ""), hashOf(`Bearer ${token}`));
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Error(`METRICS_PORT ${port} cannot be opened: ${error.message}`, { cause: error })),
    );
    server.listen(port, host, () => resolve());
  });
}
