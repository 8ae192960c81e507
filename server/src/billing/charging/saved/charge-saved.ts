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
import { closeUnwanted, recheck } from "../recheck.ts";
import { timeStep } from "../time-step.ts";
import { conclude } from "./conclude.ts";
import { markLost, resetCharge } from "./lost-charge.ts";

/** Pauses before a busy gateway is asked again. */
const pausesMs = [0, 400, 1_500, 4_000];

/** A gateway that charges saved methods in a single step. */
export interface SavedGateway {
  gateway: Gateway;
  saved: SavedCharges;
}

/**
 * Charges a saved instrument with the request that creates the remote object. Request and key are stored in
 * the recheck and sent only after it. A lost answer is recovered by inspections, which may repeat the
 * identical request.
 */
export async function chargeSaved(
  billing: Billing,
  { gateway, saved }: SavedGateway,
  { order, payment, attempt }: Extract<Begun, { kind: "go" }>,
  charge: Charge,
): Promise<ChargeOutcome> {
  // The key is stored in its own column, and a saved instrument is not saved again.
  const { initiator } = charge;
  const creation = {
    key: "",
    customer: null,
    saveInstrument: false,
    usage: "off_session",
    initiator,
  } as const;
  const input = await createInputOf(billing, gateway, { order, payment }, creation);
  const request = saved.request({ ...input, token: charge.token ?? "" });
  const single = { request, keyMs: saved.keyMs };
  const decision = await recheck(billing, payment.id, attempt, { orderId: order.id, single });
  if (decision === "unwanted") await closeUnwanted(billing, order.id);
  if (decision !== "go") return outcomeOf(billing, order.id, payment.id, null);
  const sent = await timeStep(billing, gateway, "single", () =>
    send(billing, saved, payment, { key: attempt.idem_key, request }),
  );
  switch (sent.kind) {
    case "unknown":
      return outcomeOf(billing, order.id, payment.id, null);
    case "not_done":
      await resetCharge(billing, payment, attempt.id, "gateway_down");
      throw explainedRefusal("gateway_down");
    case "refused":
      await noteMerchantFault(billing, { payment, attempt, error: sent.error });
      throw explainedRefusal("merchant_fault");
    case "answered":
      return conclude(billing, gateway, { order, payment, attempt }, sent.charge);
  }
}

type Sent =
  | { kind: "answered"; charge: SavedCharge }
  | { kind: "refused"; error: GatewayRefused }
  | { kind: "not_done" }
  | { kind: "unknown" };

/**
 * Sends a charge for the first time. Retries while the gateway is busy and so did nothing; stops at a lost
 * answer.
 */
async function send(
  billing: Billing,
  saved: SavedCharges,
  payment: PaymentRow,
  { key, request }: { key: string; request: string },
): Promise<Sent> {
  for (const ms of pausesMs) {
    await pause(ms);
    try {
      return { kind: "answered", charge: await saved.send(key, request) };
    } catch (error) {
      if (error instanceof GatewayRefused) return { kind: "refused", error };
      if (error instanceof GatewayBusy) continue;
      billing.log.warn(
        { payment: payment.id, reason: reasonOf(error) },
        "Charge outcome unknown; inspections will look for it",
      );
      await markLost(billing, payment, { mayRepeat: !(error instanceof GatewayPaidBefore) });
      return { kind: "unknown" };
    }
  }
  return { kind: "not_done" };
}
