import type { Acting } from "#platform/db/audit";
import { explainReason, handleConsoleCall, requireFresh } from "#platform/http/console-call";
import { DomainError } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { ConsoleBilling } from "./orders/console-billing.ts";
import { describeOrder, describeReceipt, describeRefund } from "./orders/describe-order.ts";
import { listConsoleOrders } from "./orders/list-orders.ts";
import { askForRefund, previewRefund, refundByOperator } from "./orders/refund.ts";
import { sendReceiptAgain } from "./orders/send-receipt.ts";
import { registerPlans } from "./plans/console-routes.ts";
import { acceptLoss, closeEntry, lookNow, sendEvidence } from "./review/acts.ts";
import { describeEntryWhole, describeQueue } from "./review/describe-review.ts";

/** Registers the console's calls about orders. */
export function registerConsoleBilling(http: Http, context: ConsoleBilling): void {
  handleConsoleCall(http, "GET /api/console/orders", async ({ query, language }) => ({
    data: await listConsoleOrders(context, query, language),
  }));
  handleConsoleCall(http, "GET /api/console/orders/one", async ({ query, language }) => ({
    info: await describeOrder(context, query.number, language),
  }));
  handleConsoleCall(http, "GET /api/console/receipts/one", async ({ query, language }) => ({
    info: await describeReceipt(context, query.id, language),
  }));
  registerRefunds(http, context);
  registerReview(http, context);
  registerPlans(http, context);
}

function registerRefunds(http: Http, context: ConsoleBilling): void {
  const { billing, once } = context;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({
    db: billing.db,
    clock: billing.clock,
    by: actor,
  });
  handleConsoleCall(http, "POST /api/console/orders/refund", async ({ body, operator, language }) => {
    const isFresh = http.operators.isFresh(operator);
    const asking = { operator, isFresh, requireFresh: () => requireFresh(http, operator) };
    if (body.dryRun) {
      const effect = await previewRefund(context, body, { ...asking, language });
      return { info: { refunds: [], effect } };
    }
    const rows = await refundByOperator(context, body, asking)
      .catch(explainReason("note"))
      .catch(async (error: unknown) => {
        if (error instanceof DomainError && error.reason === "limit_exceeded")
          await http.operators.noteRefused(operator, "POST /api/console/orders/refund");
        throw error;
      });
    const refunds = await Promise.all(rows.map((row) => describeRefund(context, row, language)));
    return { info: { refunds, effect: null } };
  });
  handleConsoleCall(http, "POST /api/console/orders/refund/ask", async ({ body, operator }) => {
    const act = { operatorId: operator.id, call: "orders/refund/ask", body };
    await once(actingAs(operator), act, async (acting) => {
      await askForRefund(context, acting, { ...body, operatorId: operator.id });
      return {};
    }).catch(explainReason("note"));
    return { info: {} };
  });
  handleConsoleCall(http, "POST /api/console/orders/receipt/send", async ({ body, operator }) => {
    const act = { operatorId: operator.id, call: "orders/receipt/send", body };
    await once(actingAs(operator), act, async (acting) => {
      await sendReceiptAgain(billing, acting, body.orderId);
      return {};
    });
    return { info: {} };
  });
}

function registerReview(http: Http, context: ConsoleBilling): void {
  const { billing, once } = context;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({
    db: billing.db,
    clock: billing.clock,
    by: actor,
  });
  handleConsoleCall(http, "GET /api/console/review", async ({ language }) => ({
    info: await describeQueue(context, language),
  }));
  handleConsoleCall(http, "GET /api/console/review/one", async ({ query, language }) => ({
    info: await describeEntryWhole(context, query.id ?? "", language),
  }));
  handleConsoleCall(http, "POST /api/console/review/close", async ({ body, operator }) => {
    const act = { operatorId: operator.id, call: "review/close", body };
    await once(actingAs(operator), act, async (acting) => {
      await closeEntry(acting, body);
      return {};
    }).catch(explainReason("note"));
    return { info: {} };
  });
  handleConsoleCall(http, "POST /api/console/review/evidence", async ({ body, operator }) => {
    await sendEvidence(context, actingAs(operator), body);
    return { info: {} };
  });
  handleConsoleCall(http, "POST /api/console/review/accept", async ({ body, operator }) => {
    await acceptLoss(context, actingAs(operator), body).catch(explainReason("note"));
    return { info: {} };
  });
  handleConsoleCall(http, "POST /api/console/review/look", async ({ body, operator }) => {
    await lookNow(context, actingAs(operator), body.id);
    return { info: {} };
  });
}
