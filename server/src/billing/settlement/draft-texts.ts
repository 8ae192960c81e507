import { textIn } from "#catalogue";
import { moneyOf } from "#platform/money";
import type { CustomerFacts } from "../records/disputes/customer/repository.ts";
import { fittingTexts } from "../records/disputes/fields.ts";
import type { GatewayName } from "../records/gateway.ts";
import { orderNumberOf } from "../records/order-code.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { ReceiptRow } from "../records/receipts/repository.ts";

/** What a draft is made from. */
export interface DraftFacts {
  gateway: GatewayName;
  order: OrderRow;
  receipts: readonly ReceiptRow[];
  customer: CustomerFacts;
}

/** Returns the draft of evidence for a dispute: what our records say, by the gateway's field names. */
export function draftTexts({ gateway, order, receipts, customer }: DraftFacts): Record<string, string> {
  const product = productOf(order);
  const consent = consentOf(order);
  const activity = activityOf(customer);
  const records = recordsOf(order, receipts, customer);
  const email = order.email ?? receipts[0]?.content.buyer ?? customer.email;
  if (gateway === "paypal")
    // The most important first: longer notes are cut.
    return fittingTexts(gateway, {
      notes: [product, activity, records, consent].filter(Boolean).join("\n\n"),
    });
  return fittingTexts(gateway, {
    access_activity_log: activity,
    customer_purchase_ip: order.consent_address ?? "",
    customer_email_address: email ?? "",
    product_description: product,
    refund_policy_disclosure: consent,
    cancellation_policy_disclosure: order.kind === "unlock" ? "" : consent,
    service_date: order.paid_at?.toISOString().slice(0, 10) ?? "",
    uncategorized_text: records,
  });
}

function productOf(order: OrderRow): string {
  const what =
    order.kind === "unlock"
      ? "Permanent access to all episodes of the series"
      : `Access to all episodes of all series for ${order.period_days ?? 0} days under the plan`;
  const paid = order.paid_at ? ` It was paid at ${timeOf(order.paid_at)} and opened at once.` : "";
  return `${what} "${textIn(order.title, "en")}", order ${orderNumberOf(order)}: streamed video, no goods were shipped.${paid}`;
}

function consentOf({ consent_text: text, consent_at: at, consent_address: address }: OrderRow): string {
  if (text === null || at === null) return "";
  const from = address === null ? "" : ` from the network address ${address}`;
  return `Before paying, the customer agreed at ${timeOf(at)}${from} to this text: "${text}"`;
}

function activityOf({ signIns, plays }: CustomerFacts): string {
  return section([
    ["Sign-ins of the account:", signIns.map(({ at, device }) => `${timeOf(at)}  ${device}`)],
    [
      "Episodes watched since the purchase, with the position reached:",
      plays.map(
        ({ at, title, number, seconds }) => `${timeOf(at)}  ${title}, episode ${number}, ${seconds} s`,
      ),
    ],
  ]);
}

function recordsOf(
  order: OrderRow,
  receipts: readonly ReceiptRow[],
  { mails, earlier }: CustomerFacts,
): string {
  const money = (amount: number, currency: string) => moneyOf(amount, currency, "en").display;
  return section([
    [
      "Documents issued:",
      receipts.flatMap(({ content }) =>
        content.lines.map(
          ({ title, amount }) =>
            `${content.issuedAt.slice(0, 10)}  ${content.number}  ${title}  ${money(Math.abs(amount), order.currency)}`,
        ),
      ),
    ],
    ["Emails sent to the customer about this order:", mails.map(({ at, kind }) => `${timeOf(at)}  ${kind}`)],
    [
      "Earlier payments of the same customer that were not disputed:",
      earlier.map(({ at, amount, currency }) => `${timeOf(at)}  ${money(amount, currency)}`),
    ],
  ]);
}

function section(parts: readonly (readonly [heading: string, lines: readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [heading, ...lines].join("\n"))
    .join("\n\n");
}

const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
