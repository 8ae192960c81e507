import type { BalanceTables } from "./balance/tables.ts";
import type { DisputeTables } from "./disputes/tables.ts";
import type { ExpiryTables } from "./expiry/tables.ts";
import type { LedgerTables } from "./ledger/tables.ts";
import type { OrderTables } from "./orders/tables.ts";
import type { PaymentTables } from "./payments/tables.ts";
import type { PlanTables } from "./plans/tables.ts";
import type { ReceiptTables } from "./receipts/tables.ts";
import type { RefundTables } from "./refunds/tables.ts";
import type { RightTables } from "./rights/tables.ts";
import type { SetupTables } from "./setups/tables.ts";
import type { SubscriptionTables } from "./subscriptions/tables.ts";
import type { WebhookTables } from "./webhooks/tables.ts";
import type { WithdrawalTables } from "./withdrawals/tables.ts";

/** The tables of the installation code and of the money log. */
type LogTables = {
  /** One row: the code that distinguishes this installation from others in the same gateway account. */
  installation: { code: string };
  money_log: {
    id: string;
    at: Date;
    subject: string;
    subject_id: string;
    from_state: string | null;
    to_state: string;
    cause: string;
    detail: Record<string, unknown>;
  };
};

/** All tables of billing. Amounts are minor units; `bigint` columns arrive as numbers. */
export type BillingTables = LogTables &
  PlanTables &
  OrderTables &
  PaymentTables &
  RefundTables &
  SubscriptionTables &
  RightTables &
  ReceiptTables &
  LedgerTables &
  BalanceTables &
  WebhookTables &
  WithdrawalTables &
  DisputeTables &
  SetupTables &
  ExpiryTables;
