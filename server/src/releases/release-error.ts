/** Why a plan or a time is refused, as a sentence for the operator. */
export class ReleaseError extends Error {
  /** The field that is wrong, for a form. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = "ReleaseError";
    this.field = field;
  }
}
