import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { notClosed } from "../records/closed.ts";
import { logChange } from "../records/log.ts";
import { type CaptureRow, insertRefund, type RefundRow } from "../records/refunds/repository.ts";

/** A refund to be recorded for the first time. */
interface NewRefund {
  of: Pick<CaptureRow, "id" | "gateway" | "currency">;
  orderId: string;
  /** In minor units of the capture's currency. */
  amount: number;
  by: RefundRow["initiated_by"];
  /** The reason, if it was started here; the money log stores it too. */
  reason?: string | null;
  /** The gateway's id; null until it has answered. */
  remoteId: string | null;
  at: Date;
  /** When the refund is inspected next; null if it is already final at the gateway. */
  nextInspectAt: Date | null;
  /** Which request of an operator it carries out. */
  asked?: { operatorId: string; requestKey: string; endsMembership: boolean | null } | undefined;
}

/** Inserts a pending refund, and logs it. */
export async function addRefund(
  trx: Trx,
  billing: Billing,
  { of, orderId, amount, by, reason, remoteId, at, nextInspectAt, asked }: NewRefund,
): Promise<RefundRow> {
  const row = await insertRefund(trx, {
    id: newId(at),
    capture_id: of.id,
    order_id: orderId,
    gateway: of.gateway,
    remote_id: remoteId,
    currency: of.currency,
    amount,
    state: "pending",
    initiated_by: by,
    reason: reason ?? null,
    next_inspect_at: nextInspectAt,
    inspections: 0,
    created_at: at,
    updated_at: at,
    ...notClosed,
    dispute_ref: null,
    operator_id: asked?.operatorId ?? null,
    request_key: asked?.requestKey ?? null,
    ends_membership: asked?.endsMembership ?? null,
  });
  await logChange(trx, billing, {
    subject: "refund",
    subjectId: row.id,
    from: null,
    to: "pending",
    cause: by,
    detail: { order: orderId, amount, ...(reason === undefined ? {} : { reason }) },
  });
  return row;
}
