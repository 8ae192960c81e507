import { SaidError } from "#platform/said";

/** Why the evidence of a dispute was not changed or sent, as a sentence for the operator. */
export class CaseError extends SaidError {}
