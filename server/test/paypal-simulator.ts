import type { PayPalSettings } from "#platform/gateway-settings";
import { openRecordingProxy, type RecordedCall } from "#platform/recording-proxy";
import { silentLog } from "#test/silent-log";
import { control, startGateways } from "../src/sandbox-gateways.ts";
import { openSimulator } from "./simulators.ts";

/** PayPal's simulator behind a recorder, for tests that need no app. */
export interface PayPalSimulator {
  settings: PayPalSettings;
  calls: readonly RecordedCall[];
  /** Calls its control page. */
  say(path: string, body: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts it; in `beforeAll`. */
export async function openPayPalSimulator(): Promise<PayPalSimulator> {
  const origin = "http://127.0.0.1:9";
  const gateways = await startGateways(
    { port: 0, elsewhere: false, folder: null, log: silentLog, start: openSimulator },
    origin,
  );
  const recorder = await openRecordingProxy(gateways.paypal.apiUrl);
  return {
    settings: { ...gateways.paypal, apiUrl: recorder.url },
    calls: recorder.calls,
    say: (path, body) => control(gateways.pages.paypal, "POST", path, body),
    async close() {
      await recorder.close();
      await gateways.stop();
    },
  };
}
