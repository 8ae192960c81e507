import { noteAct } from "#platform/db/audit";
import type { OperatorGate } from "#platform/http/operator-gate";
import type { Operators } from "./operators.ts";
import { identifyOperator } from "./sessions.ts";

/** Returns what the web server asks about the operators of requests. */
export function operatorGate(operators: Operators): OperatorGate {
  const { db, clock } = operators;
  return {
    identify: (origin, use) => identifyOperator(operators, origin, use),
    isFresh: ({ freshUntil }) => freshUntil !== null && freshUntil > clock.now(),
    noteRefused: ({ actor }, call) =>
      noteAct({ db, clock, by: actor }, "refused", { subject: { kind: "call", id: call } }),
  };
}
