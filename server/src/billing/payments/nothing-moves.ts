import { toldNo } from "#platform/http/errors";
import type { Billing } from "../billing.ts";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../gateway.ts";
import { reasonOf } from "./confirm.ts";
import type { PaymentRow } from "./repository.ts";

/** Does what moves no money; where the gateway cannot be asked, the person is told to try again. */
export async function nothingMoves<T>(
  billing: Billing,
  { id }: PaymentRow,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const refused = error instanceof GatewayRefused;
    if (!refused && !(error instanceof GatewayBusy) && !(error instanceof GatewayUnknown)) throw error;
    billing.log[refused ? "error" : "warn"](
      { payment: id, reason: reasonOf(error) },
      refused ? "A gateway refused what a payment needs" : "A gateway could not be asked",
    );
    throw toldNo("gateway_down");
  }
}
