import Stripe from "stripe";
import type { StripeSettings } from "#platform/gateway-settings";
import { openRecordingProxy, type RecordedCall } from "#platform/recording-proxy";
import { silentLog } from "#test/silent-log";
import { control } from "../src/sandbox-gateways.ts";
import { openSimulator } from "./simulators.ts";

/** Stripe's simulator in a separate process, with every call to it recorded. */
export interface StripeSimulator {
  settings: StripeSettings;
  calls: RecordedCall[];
  /** The plain SDK, for calls by others in the same account; not recorded. */
  stripe: Stripe;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
  put<T>(path: string, body?: object): Promise<T>;
  /** Clears queued behaviour: `/faults`, `/declines`. */
  delete(path: string): Promise<void>;
  /** Advances the simulator's clock; its delayed actions have run when this returns. */
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulator alone for a test file, in `beforeAll`. */
export async function openStripeSimulator(): Promise<StripeSimulator> {
  const running = await openSimulator<{
    api: string;
    control: string;
    secretKey: string;
    publishableKey: string;
  }>({
    file: "stripe/main.ts",
    args: ["--port", "0", "--elsewhere"],
    without: "the test ends.",
    log: silentLog,
  });
  const { ready } = running;
  const recorder = await openRecordingProxy(new URL(ready.api));
  const { port } = new URL(ready.api);
  let offset = 0;
  // A test asks for months of events at once.
  await control(ready.control, "POST", "/pace", { most: null });
  return {
    settings: {
      secretKey: ready.secretKey,
      publishableKey: ready.publishableKey,
      webhookSecrets: ["whsec_first", "whsec_second"],
      apiUrl: recorder.url,
      scriptUrl: `${ready.api}/endive/stripe.js`,
    },
    calls: recorder.calls,
    stripe: new Stripe(ready.secretKey, { host: "127.0.0.1", port, protocol: "http", telemetry: false }),
    get: <T>(path: string) => control(ready.control, "GET", path) as Promise<T>,
    post: <T>(path: string, body?: object) => control(ready.control, "POST", path, body ?? {}) as Promise<T>,
    put: <T>(path: string, body?: object) => control(ready.control, "PUT", path, body ?? {}) as Promise<T>,
    async delete(path) {
      await fetch(new URL(path, ready.control), { method: "DELETE" });
    },
    async advance(seconds) {
      offset += seconds;
      await control(ready.control, "POST", "/clock", { offset });
    },
    async close() {
      await recorder.close();
      await running.stop();
    },
  };
}
