import type { AccountListener, ExportFiles } from "#accounts";
import { aggregateVisitors } from "../aggregation/aggregate.ts";
import type { Attribution } from "../attribution.ts";
import { findAnswered, listConsents, moveConsents } from "../consent/repository.ts";
import { forgetOrderTouches, listOrderTouches } from "../orders/repository.ts";
import { listSteps } from "../steps/repository.ts";
import { listTouches } from "../touches/repository.ts";
import { noteVisit } from "../touches/visit.ts";
import { mergeTouches } from "./merge-touches.ts";

const files: ExportFiles = {
  "how-you-came": "exports.files.howYouCame",
  "how-far-you-came": "exports.files.howFarYouCame",
  "what-led-to-orders": "exports.files.whatLedToOrders",
  consents: "exports.files.consents",
};

/**
 * Handles account changes. Touches keep no guest here longer than otherwise; only their answer about consent does. A
 * forgotten visitor stays counted, anonymously.
 */
export function attributionListener(attribution: Attribution): AccountListener {
  return {
    visited: (visit) => noteVisit(attribution, visit),
    async merged(trx, { guestId, memberId }) {
      await mergeTouches(trx, guestId, memberId, attribution.clock.now());
      await moveConsents(trx, guestId, memberId);
    },
    async erased(trx, visitorIds) {
      await aggregateVisitors(trx, visitorIds);
      await forgetOrderTouches(trx, visitorIds);
    },
    async exported(db, visitorId) {
      const touches = await listTouches(db, visitorId, new Date(0));
      return {
        "how-you-came": touches.map(({ record }) => record),
        "how-far-you-came": await listSteps(db, visitorId),
        "what-led-to-orders": await listOrderTouches(db, visitorId),
        consents: await listConsents(db, visitorId),
      };
    },
    files,
    hasDataOf: findAnswered,
  };
}
