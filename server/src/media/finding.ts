/** `rule` is a number of Apple's HLS authoring specification, or a word for a rule of ours. */
export interface Finding {
  rule: string;
  severity: "error" | "warning" | "accepted";
  message: string;
}
