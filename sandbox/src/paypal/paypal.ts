import { randomUUID } from "node:crypto";
import { openClock } from "../gateway/clock.ts";
import { type Deliveries, openDeliveries } from "../gateway/deliveries.ts";
import { type Fault, openFaults } from "../gateway/faults.ts";
import { type GatewayAsk, type GatewayReply, serveGateway } from "../gateway/http.ts";
import { saveRequest } from "../gateway/requests.ts";
import { openStore } from "../gateway/store.ts";
import { host, listen } from "../listen.ts";
import { openMerchant } from "./access.ts";
import { answerApi, refusalFor } from "./api.ts";
import { answerControl } from "./control.ts";
import { runDue } from "./jobs.ts";
import { answerPages, isPage } from "./pages.ts";
import { openSigner } from "./signing.ts";
import type { World } from "./state.ts";
import { compose, retryWaits } from "./webhooks.ts";

/** A listening simulator. */
export interface PayPal {
  api: string;
  control: string;
  clientId: string;
  clientSecret: string;
  /** Ends every connection. Data in memory goes with what still uses it. */
  close(): void;
}

/** Opens the simulator: its API at the port, its control plane at the next. */
export async function openPayPal(options: {
  port: number;
  elsewhere: boolean;
  file?: string;
}): Promise<PayPal> {
  const store = openStore(options.file);
  const clock = openClock(store);
  const faults = openFaults(store);
  const merchant = openMerchant({ store });
  const signer = openSigner(store);
  let address = "";
  const deliveries: Deliveries = openDeliveries({
    store,
    clock,
    waits: retryWaits,
    write: (delivery) => compose({ world, signer }, delivery),
    newId: randomUUID,
  });
  const world: World = {
    store,
    clock,
    merchant,
    base: () => address,
    send: (event, endpoints) => deliveries.add(event, endpoints),
  };

  const struck = new WeakMap<GatewayAsk, Fault>();
  const api = serveGateway({
    answer: (ask) => {
      if (isPage(ask)) return answerPages(world, signer, ask);
      const reply = answerApi(world, signer, ask);
      note(ask, reply.status, reply);
      return reply;
    },
    fault(ask) {
      const fault = isPage(ask) ? undefined : faults.take(ask.method, ask.path);
      if (fault) struck.set(ask, fault);
      if (fault?.kind === "before") note(ask, 0);
      return fault;
    },
    refusal(status, ask) {
      const reply = refusalFor(status);
      note(ask, status, reply);
      return reply;
    },
  });
  const control = serveGateway({
    answer: (ask) => answerControl({ world, deliveries, faults, signer }, ask),
  });

  function note(ask: GatewayAsk, status: number, reply?: GatewayReply): void {
    const said =
      reply && status >= 400
        ? (JSON.parse(String(reply.body)) as { name?: string; details?: { issue: string }[] })
        : {};
    const requestId = ask.headers["paypal-request-id"];
    saveRequest(store, {
      id: randomUUID(),
      at: clock.now(),
      method: ask.method,
      path: ask.path,
      status,
      fault: struck.get(ask)?.kind ?? null,
      idempotencyKey: requestId === undefined ? null : String(requestId),
      replayed: status === 200 && ask.method === "POST" && requestId !== undefined,
      sent: ask.path === "/v1/oauth2/token" ? "" : ask.body.toString("utf8"),
      error: said.details?.[0]?.issue ?? said.name ?? null,
    });
  }

  const port = await listen(api, options.port, options.elsewhere);
  address = `http://${host}:${port}`;
  const controlPort = await listen(control, options.port && options.port + 1, options.elsewhere);
  const timer = setInterval(() => runDue(world), 250);
  return {
    api: address,
    control: `http://${host}:${controlPort}`,
    clientId: merchant.clientId,
    clientSecret: merchant.clientSecret,
    close() {
      clearInterval(timer);
      deliveries.stop();
      for (const server of [api, control]) {
        server.close();
        server.closeAllConnections();
      }
      if (options.file !== undefined) store.close();
    },
  };
}
