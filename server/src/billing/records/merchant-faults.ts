import type { Clock } from "#platform/clock";
import type { Log } from "#platform/log";
import type { GatewayName, GatewayRefused } from "./gateway.ts";

/** Codes that are counted by name. All others share one label, so that a gateway cannot create labels. */
const known: Record<GatewayName, ReadonlySet<string>> = {
  stripe: new Set([
    "account_closed",
    "account_invalid",
    "amount_too_large",
    "amount_too_small",
    "api_key_expired",
    "charge_exceeds_transaction_limit",
    "idempotency_error",
    "idempotency_key_in_use",
    "invalid_request_error",
    "parameter_invalid_empty",
    "parameter_missing",
    "parameter_unknown",
    "payment_intent_unexpected_state",
    "platform_api_key_expired",
    "resource_missing",
    "secret_key_required",
    "testmode_charges_only",
  ]),
  paypal: new Set([
    "AUTHENTICATION_FAILURE",
    "COMPLIANCE_VIOLATION",
    "CURRENCY_NOT_SUPPORTED",
    "DUPLICATE_INVOICE_ID",
    "INVALID_REQUEST",
    "NOT_AUTHORIZED",
    "NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE",
    "PAYEE_ACCOUNT_INVALID",
    "PAYEE_ACCOUNT_LOCKED_OR_CLOSED",
    "PAYEE_ACCOUNT_NOT_SUPPORTED",
    "PAYEE_ACCOUNT_NOT_VERIFIED",
    "PAYEE_ACCOUNT_RESTRICTED",
    "PAYEE_BLOCKED_TRANSACTION",
    "PAYEE_NOT_CONSENTED",
    "PERMISSION_DENIED",
    "RESOURCE_NOT_FOUND",
    "TRANSACTION_LIMIT_EXCEEDED",
    "TRANSACTION_RECEIVING_LIMIT_EXCEEDED",
  ]),
};
/** The codes that are counted by name. */
export const merchantFaultCodes: readonly string[] = [...known.stripe, ...known.paypal];

/**
 * The same fault is logged at most this often, so that a run of thousands of renewals does not fill the disk.
 */
const LOG_INTERVAL_MS = 15 * 60_000;

/** How often a gateway refused with one code because of the merchant. */
export interface MerchantFaultCount {
  gateway: GatewayName;
  code: string;
  count: number;
}

/** Logs and counts refusals that are the merchant's fault. */
export interface MerchantFaults {
  note(gateway: GatewayName, error: GatewayRefused, about: Record<string, unknown>): void;
  /** Returns the counts since the start of the process. */
  counts(): MerchantFaultCount[];
}

/** Creates the counters of a process. */
export function openMerchantFaults({ log, clock }: { log: Log; clock: Clock }): MerchantFaults {
  const counts = new Map<string, MerchantFaultCount>();
  const loggedAt = new Map<string, number>();
  return {
    note(gateway, error, about) {
      const label = known[gateway].has(error.code) ? error.code : "other";
      const key = `${gateway}:${label}`;
      const entry = counts.get(key) ?? { gateway, code: label, count: 0 };
      counts.set(key, { ...entry, count: entry.count + 1 });
      const now = clock.now().getTime();
      const last = loggedAt.get(`${gateway}:${error.code}`);
      if (last !== undefined && now - last < LOG_INTERVAL_MS && now >= last) return;
      // Codes come from the gateway: old entries are removed so that the map stays small.
      for (const [code, at] of loggedAt) if (now - at >= LOG_INTERVAL_MS) loggedAt.delete(code);
      loggedAt.set(`${gateway}:${error.code}`, now);
      log.error(
        { ...about, gateway, code: error.code, reason: error.message },
        "Gateway refuses payments because of our account or request; see npm run review",
      );
    },
    counts: () => [...counts.values()],
  };
}
