import { SaidError, type Say } from "#platform/said";

/** Why a plan or a time is refused, as a sentence for the operator. */
export class ReleaseError extends SaidError {
  /** The field that is wrong, for a form. */
  readonly field: string;

  constructor(field: string, what: string | Say) {
    super(what);
    this.name = "ReleaseError";
    this.field = field;
  }
}
