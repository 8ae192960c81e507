import type { Language } from "@cliffhanger/contract";
import { invalid, notFound } from "#platform/http/errors";
import { messagesIn } from "#platform/messages";
import type { Billing } from "../../records/billing.ts";
import { findOrder } from "../../records/orders/repository.ts";
import { listReceipts } from "../../records/receipts/repository.ts";
import { type ReceiptDocument, receiptDocument } from "./document.ts";

/** The request of GET /api/payment/receipt. */
export interface ReceiptQuestion {
  orderId: string;
  format: string;
  visitorId: string;
  language: Language;
}

/** Returns an order's receipt with its credit notes, to its owner only; for others it does not exist. */
export async function readReceipt(
  billing: Billing,
  { orderId, format, visitorId, language }: ReceiptQuestion,
): Promise<ReceiptDocument> {
  if (format !== "html")
    throw invalid([{ field: "format", message: messagesIn(language)("receipt.pdfHint") }]);
  const order = await findOrder(billing.db, orderId);
  if (!order || order.visitor_id !== visitorId) throw notFound();
  const [first, ...others] = (await listReceipts(billing.db, orderId)).map(({ content }) => content);
  if (!first) throw notFound();
  const { accent = "" } = await billing.site();
  return receiptDocument([first, ...others], { accent, origin: billing.origin });
}
