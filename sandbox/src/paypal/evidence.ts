import type { GatewayAsk } from "../gateway/http.ts";
import { findDispute, moveDispute, resolveDispute, takesEvidence } from "./disputes.ts";
import { invalidRequest, Refused, unprocessable } from "./errors.ts";
import { list, readShape, record, text } from "./shapes.ts";
import type { World } from "./state.ts";

const shape = record(
  {
    evidences: list(
      record(
        {
          evidence_type: text({ min: 1, max: 255, pattern: /^[0-9A-Z_]+$/ }),
          notes: text({ min: 1, max: 2000 }),
        },
        ["evidence_type"],
      ),
      { min: 1, max: 100 },
    ),
  },
  ["evidences"],
);

interface Evidence {
  evidences: { evidence_type: string; notes?: string }[];
}

/** Takes the seller's evidence for a dispute, once: the link is gone afterwards. Returns the answer's body. */
export function provideEvidence(world: World, ask: GatewayAsk, id: string): object {
  const dispute = findDispute(world, id);
  const { evidences } = readShape<Evidence>(inputOf(ask), shape);
  if (!takesEvidence(world, dispute)) throw unprocessable("ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
  const notes = evidences.flatMap((one) => one.notes ?? []);
  if (notes.length === 0)
    throw invalidRequest([
      { issue: "MISSING_REQUIRED_PARAMETER", field: "/evidences/0/notes", location: "body" },
    ]);
  world.store.put("dispute", id, { ...dispute, evidence: notes }, dispute.captureId);
  moveDispute(world, id, "UNDER_REVIEW");
  const href = `${world.base()}/v1/customer/disputes/${id}`;
  return { links: [{ href, rel: "self", method: "GET" }] };
}

/** Closes a dispute in the buyer's favour, because the seller accepts the claim. Returns the answer's body. */
export function acceptClaim(world: World, id: string): object {
  const dispute = findDispute(world, id);
  if (!takesEvidence(world, dispute)) throw unprocessable("ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE");
  resolveDispute(world, id, "RESOLVED_BUYER_FAVOUR");
  const href = `${world.base()}/v1/customer/disputes/${id}`;
  return { links: [{ href, rel: "self", method: "GET" }] };
}

/** Returns the part `input` of a multipart request: PayPal takes no other form here. */
function inputOf({ headers, body }: GatewayAsk): Buffer {
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)"?/i.exec(
    headers["content-type"] ?? "",
  )?.[1];
  if (boundary === undefined)
    throw new Refused(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "The server does not support the request payload's media type.",
    );
  for (const part of body.toString("latin1").split(`--${boundary}`)) {
    const at = part.indexOf("\r\n\r\n");
    if (at < 0 || !/content-disposition:[^\r\n]*name="input"/i.test(part.slice(0, at))) continue;
    return Buffer.from(part.slice(at + 4).replace(/\r\n$/, ""), "latin1");
  }
  throw invalidRequest([{ issue: "MISSING_REQUIRED_PARAMETER", field: "/input", location: "body" }]);
}
