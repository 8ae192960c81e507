import { setTimeout as pause } from "node:timers/promises";
import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../../records/billing.ts";
import {
  type Gateway,
  GatewayBusy,
  GatewayPaidBefore,
  GatewayRefused,
  type SavedCharge,
  type SavedCharges,
} from "../../records/gateway.ts";
import type { PaymentRow } from "../../records/payments/repository.ts";
import { reasonOf } from "../../records/reason.ts";
import type { Begun, Charge } from "../begin.ts";
import { createInputOf } from "../create-input.ts";
import { noteMerchantFault } from "../merchant-fault.ts";
import { type ChargeOutcome, outcomeOf } from "../outcome.ts";
import { closeUnwanted, lastLook } from "../recheck.ts";
import { conclude } from "./conclude.ts";
import { markLost, setBack } from "./lost-charge.ts";

/** Pauses before a gateway that was busy is asked again. */
const pauses = [0, 400, 1_500, 4_000];

/** A gateway that charges saved methods in a single step. */
export interface SavedGateway {
  gateway: Gateway;
  saved: SavedCharges;
}

/**
 * Charges a saved method by the request that makes the remote object. The request and its key are written down before the last
 * look and sent only after it; an answer that was lost is looked for by inspections, which may send the very same again.
 */
export async function chargeSaved(
  billing: Billing,
  { gateway, saved }: SavedGateway,
  { order, payment, attempt }: Extract<Begun, { kind: "go" }>,
  charge: Charge,
): Promise<ChargeOutcome> {
  // The key is stored in a column of its own, and a saved method is not saved again.
  const creation = { key: "", customer: null, keep: false, initiator: "merchant" } as const;
  const input = await createInputOf(billing, gateway, { order, payment }, creation);
  const request = saved.request({ ...input, token: charge.token ?? "" });
  const single = { request, keyMs: saved.keyMs };
  const decision = await lastLook(billing, payment.id, attempt, { orderId: order.id, single });
  if (decision === "unwanted") await closeUnwanted(billing, order.id);
  if (decision !== "go") return outcomeOf(billing, order.id, payment.id, null);
  const sent = await send(billing, saved, payment, { key: attempt.idem_key, request });
  switch (sent.kind) {
    case "unknown":
      return outcomeOf(billing, order.id, payment.id, null);
    case "not_done":
      await setBack(billing, payment, attempt.id, "gateway_down");
      throw explainedRefusal("gateway_down");
    case "refused":
      await noteMerchantFault(billing, { payment, attempt, error: sent.error });
      throw explainedRefusal("merchant_fault");
    case "told":
      return conclude(billing, gateway, { order, payment, attempt }, sent.charge);
  }
}

type Sent =
  | { kind: "told"; charge: SavedCharge }
  | { kind: "refused"; error: GatewayRefused }
  | { kind: "not_done" }
  | { kind: "unknown" };

/** Sends a charge for the first time. A busy gateway did nothing and is asked again; any lost answer ends the asking. */
async function send(
  billing: Billing,
  saved: SavedCharges,
  payment: PaymentRow,
  { key, request }: { key: string; request: string },
): Promise<Sent> {
  for (const ms of pauses) {
    await pause(ms);
    try {
      return { kind: "told", charge: await saved.send(key, request) };
    } catch (error) {
      if (error instanceof GatewayRefused) return { kind: "refused", error };
      if (error instanceof GatewayBusy) continue;
      billing.log.warn(
        { payment: payment.id, reason: reasonOf(error) },
        "Whether a charge was made is not known",
      );
      await markLost(billing, payment, { mayRepeat: !(error instanceof GatewayPaidBefore) });
      return { kind: "unknown" };
    }
  }
  return { kind: "not_done" };
}
