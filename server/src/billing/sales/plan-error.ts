import { SaidError } from "#platform/said";

/** What is wrong with a plan or price, as a sentence for the operator. */
export class PlanError extends SaidError {}
