import { type Language, type MethodChange, type Reason, reasons } from "@cliffhanger/contract";
import { messageOf } from "#platform/messages";
import type { RemoteSetup } from "../records/gateway.ts";
import type { SetupRow } from "../records/setups/repository.ts";

/** A change of method, and what its owner does next at the gateway. */
export interface OpenChange {
  row: SetupRow;
  next: RemoteSetup["next"];
}

/** Returns a change of method in the API's form. */
export function viewOf({ row, next }: OpenChange, language: Language): MethodChange {
  const { id: setupId, state, reason, gateway } = row;
  const form = { type: "card" as const, url: `/order/easy?setup=${encodeURIComponent(setupId)}` };
  return {
    setupId,
    state,
    next: state === "open" && gateway === "stripe" ? form : state === "succeeded" ? null : next,
    declined: reason === null ? null : declinedFor(reason, language),
  };
}

function declinedFor(stored: string, language: Language) {
  const reason: Reason = reasons.find((word) => word === stored) ?? "card_declined";
  return { reason, message: messageOf(reason, language) };
}
