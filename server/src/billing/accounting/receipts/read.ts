import type { Language } from "@cliffhanger/contract";
import { invalid, notFound } from "#platform/http/errors";
import type { Billing } from "../../records/billing.ts";
import { findOrder } from "../../records/orders/repository.ts";
import { listReceipts } from "../../records/receipts/repository.ts";
import { type ReceiptDocument, receiptDocument } from "./document.ts";

/** What is asked of GET /api/payment/receipt. */
export interface ReceiptQuestion {
  orderId: string;
  format: string;
  visitorId: string;
  language: Language;
}

const pdfHint: Record<Language, string> = {
  en: "Open the receipt as a page and print it; your browser can save it as a PDF from there.",
  es: "Abre el recibo como página e imprímelo; ahí tu navegador puede guardarlo como PDF.",
  fr: "Ouvrez le reçu comme page et imprimez-le ; votre navigateur peut alors l’enregistrer en PDF.",
  de: "Öffne den Beleg als Seite und drucke ihn; dabei kann dein Browser ihn als PDF sichern.",
  pt: "Abra o recibo como página e imprima; nessa hora o navegador pode salvar em PDF.",
};

/** An order's receipt with its credit notes, for its owner alone; others are told that there is none. */
export async function readReceipt(
  billing: Billing,
  { orderId, format, visitorId, language }: ReceiptQuestion,
): Promise<ReceiptDocument> {
  if (format !== "html") throw invalid([{ field: "format", message: pdfHint[language] }]);
  const order = await findOrder(billing.db, orderId);
  if (!order || order.visitor_id !== visitorId) throw notFound();
  const [first, ...others] = (await listReceipts(billing.db, orderId)).map(({ content }) => content);
  if (!first) throw notFound();
  const { accent = "" } = await billing.site();
  return receiptDocument([first, ...others], { accent, origin: billing.origin });
}
