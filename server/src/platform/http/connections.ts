import type { Server } from "node:http";
import { isIPv6, Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { ServingSettings } from "../serving-settings.ts";
import { plainAddress, trustedPeers } from "./peers.ts";

/** How often refused connections are logged. */
const LOG_EVERY_MS = 60_000;
/** A refused connection is answered; beyond this many at a time it is only closed. */
const MAX_ANSWERED = 50;
const refusal =
  "HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncache-control: no-store\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/** A listener is idle when no client connected for this long; after the second time it is closed anyway. */
const QUIET_MS = 100;
const QUIET_TIMEOUT_MS = 1_000;
/** How long an idle connection may still send one more request, whose answer then closes it. */
const IDLE_TIMEOUT_MS = 2_000;
/** How long requests in flight may take. */
const REQUEST_TIMEOUT_MS = 10_000;

const TOO_MANY = "MAX_CONNECTIONS is reached";

/** The connections of the web server. */
export interface Connections {
  /** Returns the number of open connections. */
  count(): number;
  /**
   * Leaves service without breaking a request: serves for `seconds`, closes the listener at an idle moment, then closes
   * each connection after its next answer. With 0 seconds it waits only for requests in flight.
   */
  drain(seconds: number): Promise<void>;
}

/** The limits of connections. */
export interface ConnectionOptions
  extends Pick<ServingSettings, "maxConnections" | "maxConnectionsPerAddress"> {
  /** Addresses and ranges of proxies, which carry the connections of many viewers. */
  trustProxy: readonly string[];
  log: Log;
  /** Called for each refused connection. */
  refused?: (reason: "connections" | "connections_per_address") => void;
}

/**
 * Caps the connections of a server, in total and per address, so that the database, the log and other viewers always
 * get a file descriptor. Call it before the server listens.
 */
export function limitConnections(server: Server, options: ConnectionOptions): Connections {
  const { maxConnections, maxConnectionsPerAddress, log } = options;
  const isTrusted = trustedPeers(options.trustProxy);
  const byAddress = new Map<string, number>();
  let open = 0;
  let refusing = 0;
  let connectedAt = 0;
  let closing = false;
  const refused = openRefusals(log);

  /** Returns why a connection cannot be served; null when it can. */
  function faultOf(address: string): string | null {
    if (open >= maxConnections) return TOO_MANY;
    if (isTrusted(address)) return null;
    if ((byAddress.get(networkOf(address)) ?? 0) < maxConnectionsPerAddress) return null;
    return "MAX_CONNECTIONS_PER_ADDRESS is reached";
  }
  function admit(socket: Socket, address: string): void {
    const network = networkOf(address);
    open += 1;
    byAddress.set(network, (byAddress.get(network) ?? 0) + 1);
    socket.once("close", () => {
      open -= 1;
      const left = (byAddress.get(network) ?? 1) - 1;
      if (left > 0) byAddress.set(network, left);
      else byAddress.delete(network);
    });
  }
  function refuse(socket: Socket, fault: string): void {
    refused(fault);
    options.refused?.(fault === TOO_MANY ? "connections" : "connections_per_address");
    socket.on("error", () => undefined); // the client may have disconnected already
    if (refusing >= MAX_ANSWERED) return void socket.destroy();
    refusing += 1;
    socket.once("close", () => {
      refusing -= 1;
    });
    socket.end(refusal, () => socket.destroy());
  }

  // Replaces the server's own listener, which would parse requests of refused connections.
  const [serve] = server.listeners("connection");
  if (!serve) throw new Error("The web server has no listener for connections.");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    connectedAt = performance.now();
    const address = plainAddress(socket.remoteAddress ?? "");
    const fault = faultOf(address);
    if (fault !== null) return refuse(socket, fault);
    admit(socket, address);
    serve.call(server, socket);
  });
  // Room for accepted connections that are not counted yet: only the kernel's queue bounds a burst.
  server.maxConnections = maxConnections + MAX_ANSWERED;
  server.on("drop", () => {
    refused(TOO_MANY);
    options.refused?.("connections");
  });
  server.prependListener("request", (_request, response) => {
    if (closing) response.shouldKeepAlive = false;
  });

  async function drain(seconds: number): Promise<void> {
    if (!server.listening) return;
    if (seconds > 0) {
      await pause(seconds * 1_000);
      const deadline = performance.now() + QUIET_TIMEOUT_MS;
      while (performance.now() - connectedAt < QUIET_MS && performance.now() < deadline)
        await pause(QUIET_MS / 4);
    }
    // The HTTP server's own close() would also end idle connections whose next request is on its way.
    NetServer.prototype.close.call(server);
    closing = true;
    if (seconds > 0) await empty(IDLE_TIMEOUT_MS);
    server.closeIdleConnections();
    await empty(REQUEST_TIMEOUT_MS);
    server.closeAllConnections();
  }
  /** Waits until no connection is open or the time is up. */
  async function empty(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (open > 0 && performance.now() < deadline) await pause(10);
  }
  return { count: () => open, drain };
}

/** Logs the first refusal at once, then at most one line a minute. */
function openRefusals(log: Log): (fault: string) => void {
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  function logRefusals(fault: string): void {
    log.warn({ count, fault }, "Connections refused");
    count = 0;
    timer = setTimeout(() => {
      timer = null;
      if (count > 0) logRefusals(fault);
    }, LOG_EVERY_MS).unref();
  }
  return (fault) => {
    count += 1;
    if (timer === null) logRefusals(fault);
  };
}

/** Returns the network of one caller: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
