export { type RefundAmount, registerOperators } from "./console-routes.ts";
export { countRequestRows, findOperators } from "./find-operators.ts";
export { operatorGate } from "./gate.ts";
export { invite, linkOf } from "./invite.ts";
export { onceFor } from "./once.ts";
export { lifetimes, type Operators } from "./operators.ts";
export { findOperator } from "./repository.ts";
export { readConsoleKey } from "./seal.ts";
export { operatorsTask } from "./upkeep.ts";
