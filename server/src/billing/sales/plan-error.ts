/** What is wrong with an instruction about plans and prices, as a sentence for the operator. */
export class PlanError extends Error {}
