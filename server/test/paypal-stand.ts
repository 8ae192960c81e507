import type { PayPalSettings } from "#platform/gateway-settings";
import { openRecorder, type RecordedCall } from "#test/recorder";
import { silentLog } from "#test/silent-log";
import { control, startGateways } from "../src/sandbox-gateways.ts";

/** PayPal's stand-in with a recorder before it, for what needs no app. */
export interface PayPalStand {
  settings: PayPalSettings;
  calls: readonly RecordedCall[];
  /** Asks its control page. */
  say(path: string, body: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts it; in `beforeAll`. */
export async function openPayPalStand(): Promise<PayPalStand> {
  const origin = "http://127.0.0.1:9";
  const gateways = await startGateways({ port: 0, elsewhere: false, folder: null, log: silentLog }, origin);
  const recorder = await openRecorder(gateways.paypal.apiUrl);
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
