import { announce, type Bank, find } from "./bank.ts";
import type { Params, Shape } from "./params.ts";
import { mergedMetadata } from "./params.ts";
import { invalid, unfit } from "./refusal.ts";
import type { Dispute } from "./types.ts";

const LONG = 20_000;
const SHORT = 5_000;
/** Of all fields together. */
const MOST_CHARACTERS = 150_000;

const longTexts = [
  "access_activity_log",
  "cancellation_policy_disclosure",
  "cancellation_rebuttal",
  "duplicate_charge_explanation",
  "product_description",
  "refund_policy_disclosure",
  "refund_refusal_explanation",
  "uncategorized_text",
] as const;
const shortTexts = [
  "billing_address",
  "customer_email_address",
  "customer_name",
  "customer_purchase_ip",
  "duplicate_charge_id",
  "service_date",
  "shipping_address",
  "shipping_carrier",
  "shipping_date",
  "shipping_tracking_number",
] as const;
/** Ids of uploaded files, of which this account has none. */
const files = [
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
] as const;

const fields = Object.fromEntries(
  [...longTexts, ...shortTexts, ...files].map((name) => [name, "text?"]),
) as Record<string, "text?">;

/** The parameters that update a dispute. */
export const disputeUpdateShape = {
  evidence: fields,
  metadata: "metadata",
  submit: "boolean",
} as const satisfies Shape;

/** Updates a dispute's evidence and sends it to the bank, unless `submit` is false. */
export function updateDispute(
  bank: Bank,
  id: string,
  { evidence = {}, metadata, submit = true }: Params<typeof disputeUpdateShape>,
): Dispute {
  const before = find<Dispute>(bank, "dispute", id);
  const told = before["evidence_details"] as { due_by: number; submission_count: number };
  const given = Object.entries(evidence as Record<string, string>);
  if (given.length > 0) refuseEvidence(before, told.due_by, bank.clock.seconds());
  for (const [name, value] of given) refuseText(name, value);
  const texts = Object.fromEntries(given.map(([name, value]) => [name, value === "" ? null : value]));
  const all = { ...(before["evidence"] as Record<string, unknown>), ...texts };
  const length = Object.values(all).reduce<number>(
    (sum, text) => sum + (typeof text === "string" ? text.length : 0),
    0,
  );
  if (length > MOST_CHARACTERS)
    throw invalid(
      `The combined character count of all evidence fields is limited to ${MOST_CHARACTERS}.`,
      undefined,
      "evidence",
    );
  const isSent = submit && Object.values(all).some((text) => typeof text === "string");
  const after: Dispute = {
    ...before,
    evidence: all,
    evidence_details: {
      ...told,
      has_evidence: Object.values(all).some((text) => typeof text === "string"),
      ...(isSent ? { submission_count: told.submission_count + 1, submission_method: "manual" } : {}),
    },
    metadata: mergedMetadata(before.metadata, metadata),
    ...(isSent
      ? { status: before.status.startsWith("warning_") ? "warning_under_review" : "under_review" }
      : {}),
  };
  bank.store.put("dispute", id, after);
  announce(bank, "charge.dispute.updated", after);
  return after;
}

function refuseEvidence({ status }: Dispute, dueBy: number, now: number): void {
  if (["won", "lost", "warning_closed", "prevented"].includes(status))
    throw unfit("This dispute is already closed");
  if (now > dueBy) throw unfit("The deadline to respond to this dispute has passed.");
}

function refuseText(name: string, value: string): void {
  const path = `evidence[${name}]`;
  if ((files as readonly string[]).includes(name) && value !== "")
    throw invalid(`No such file upload: '${value}'`, "resource_missing", path);
  const most = (longTexts as readonly string[]).includes(name) ? LONG : SHORT;
  if (value.length > most)
    throw invalid(`Invalid string: must be at most ${most} characters`, undefined, path);
}
