/**
 * A result of checking an asset. `rule` is a number of Apple's HLS authoring specification, or a name for a rule of
 * our own.
 */
export interface Finding {
  rule: string;
  severity: "error" | "warning" | "accepted";
  message: string;
}
