import { host, listen } from "../listen.ts";
import { openBank } from "./bank.ts";
import { serveControl } from "./control.ts";
import { happen } from "./happen.ts";
import { openIdempotency } from "./idempotency.ts";
import { answerPage } from "./pages.ts";
import { serveApi } from "./server.ts";

/** A listening simulator. */
export interface StripeStand {
  /** Its addresses and keys, as the program reports them. */
  ready: { api: string; script: string; control: string; secretKey: string; publishableKey: string };
  /** Ends every connection. Data in memory goes with what still uses it. */
  close(): void;
}

/** Opens the simulator: its API, script and pages at the port, its control plane at the next. */
export async function openStripe(options: {
  port: number;
  elsewhere: boolean;
  file?: string;
}): Promise<StripeStand> {
  const { port, elsewhere, file } = options;
  const bank = openBank(file);
  const keys = openIdempotency(bank);
  const api = serveApi(bank, keys, (ask) => answerPage(bank, ask));
  bank.origin = `http://${host}:${await listen(api, port, elsewhere)}`;
  const control = serveControl(bank, keys);
  const controlPort = await listen(control, port && port + 1, elsewhere);
  const timer = setInterval(() => happen(bank), 100);
  return {
    ready: {
      api: bank.origin,
      script: `${bank.origin}/endive/stripe.js`,
      control: `http://${host}:${controlPort}`,
      secretKey: bank.keys.secret,
      publishableKey: bank.keys.publishable,
    },
    close() {
      clearInterval(timer);
      bank.deliveries.stop();
      for (const server of [api, control]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
