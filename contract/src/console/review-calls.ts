import { type Call, Nothing } from "../call.ts";
import {
  ReviewAccept,
  ReviewClose,
  ReviewDetail,
  ReviewEvidence,
  ReviewLook,
  ReviewName,
  ReviewQueue,
} from "./review.ts";

/** The texts of a case together: nine fields, most of them long. */
const EVIDENCE_BYTES = 256 * 1024;

/** The calls of the review queue. */
export const consoleReviewCalls = {
  "GET /api/console/review": {
    summary: "What needs manual review in money, by deadline, and what was closed last",
    cache: "private",
    info: ReviewQueue,
    console: { permission: "review.read" },
  },
  "GET /api/console/review/one": {
    summary: "One entry of the review queue with its evidence",
    cache: "private",
    query: ReviewName,
    info: ReviewDetail,
    console: { permission: "review.read" },
  },
  "POST /api/console/review/close": {
    summary: "Closes an entry with a note; what that does depends on its kind",
    cache: "private",
    body: ReviewClose,
    info: Nothing,
    console: { permission: "review", writes: "review.close" },
  },
  "POST /api/console/review/evidence": {
    summary: "Sends the edited evidence of a dispute, once",
    cache: "private",
    body: ReviewEvidence,
    maxBytes: EVIDENCE_BYTES,
    info: Nothing,
    console: { permission: "review", writes: "dispute.send", fresh: "always" },
  },
  "POST /api/console/review/accept": {
    summary: "Gives a dispute up",
    cache: "private",
    body: ReviewAccept,
    info: Nothing,
    console: { permission: "review", writes: "review.accept", fresh: "always" },
  },
  "POST /api/console/review/look": {
    summary: "Asks the gateway about an entry now, instead of at the next inspection",
    cache: "private",
    body: ReviewLook,
    info: Nothing,
    console: { permission: "review", writes: "review.look" },
  },
} as const satisfies Record<string, Call>;
