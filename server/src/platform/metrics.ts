import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { Definition, MeterRole, Meters, Sample } from "./meters.ts";

/** Metrics for Prometheus, on a separate port that is never the public one. */
export interface Metrics {
  /** The port that it listens on. */
  port: number;
  /** Where the parts of the app register what they measure. */
  meters: Meters;
  close(): Promise<void>;
}

/** The settings of the metrics server. */
export interface MetricsOptions {
  port: number;
  host: string;
  token: string | null;
  /** The role of this process; metrics of another role are not exported. */
  role: "all" | "web" | "worker";
}

/** A counter whose labels have at most this many combinations begins at 0 for each of them. */
const MAX_ZEROS = 16;

/** Opens the metrics server. Rejects when the port is in use. */
export async function openMetrics(options: MetricsOptions): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
    meters: openMeters(registry, options.role),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the meters of a registry. They export only what belongs to the role. */
function openMeters(registry: Registry, role: MetricsOptions["role"]): Meters {
  const isOurs = (of: MeterRole) => of === "both" || role === "all" || role === of;
  const configOf = ({ name, help, labels }: Definition) => ({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
  });
  return {
    counter(definition) {
      if (!isOurs(definition.role)) return () => undefined;
      const counter = new Counter(configOf(definition));
      for (const labels of [...combinationsOf(definition), ...(definition.zero ?? [])])
        counter.inc(labels, 0);
      const close = closeLabels(definition);
      return (labels, amount = 1) => counter.inc(close(labels), amount);
    },
    histogram(definition) {
      if (!isOurs(definition.role)) return () => undefined;
      const histogram = new Histogram({ ...configOf(definition), buckets: [...definition.buckets] });
      const close = closeLabels(definition);
      return (labels, value) => histogram.observe(close(labels), value);
    },
    gauge(definition, read) {
      if (!isOurs(definition.role)) return;
      const close = closeLabels(definition);
      const hasLabels = Object.keys(definition.labels).length > 0;
      new Gauge({
        ...configOf(definition),
        async collect() {
          const samples = await read();
          this.reset();
          // Without labels, a reset gauge is 0. A value that is not known yet is not exported as 0.
          if (samples.length === 0 && !hasLabels) this.remove({});
          for (const { labels, value } of sumOf(close, samples)) this.set(labels, value);
        },
      });
    },
    counts(definition, read) {
      if (!isOurs(definition.role)) return;
      const close = closeLabels(definition);
      new Counter({
        ...configOf(definition),
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.inc(close(labels), value);
        },
      });
    },
  };
}

type Labels = Readonly<Record<string, string>>;
type Close = (labels: Labels) => Record<string, string>;

/** Returns a function that replaces label values that are not in their list by `other`. */
function closeLabels({ labels: lists }: Definition): Close {
  const each = Object.entries(lists);
  return (labels) => {
    const known: Record<string, string> = {};
    for (const [name, values] of each) {
      const value = labels[name] ?? "other";
      known[name] = values.has(value) ? value : "other";
    }
    return known;
  };
}

/** Adds up the samples whose labels are the same once unknown values are `other`. */
function sumOf(close: Close, samples: readonly Sample[]): Sample[] {
  const sums = new Map<string, Sample>();
  for (const { labels, value } of samples) {
    const known = close(labels);
    const key = JSON.stringify(known);
    sums.set(key, { labels: known, value: (sums.get(key)?.value ?? 0) + value });
  }
  return [...sums.values()];
}

/** Returns every combination of label values; none if there are many. */
function combinationsOf({ labels }: Definition): Record<string, string>[] {
  let found: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(labels)) {
    found = found.flatMap((one) => [...values].map((value) => ({ ...one, [name]: value })));
    if (found.length > MAX_ZEROS) return [];
  }
  return found;
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
