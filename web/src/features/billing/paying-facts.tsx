import type { Method } from "@cliffhanger/contract";
import { CalendarCheck, CreditCard, type LucideIcon, ReceiptText, Undo2, Wallet } from "lucide-react";
import { Link } from "wouter";
import type { MessageId } from "../../lib/messages.ts";
import { useMessages } from "../../lib/use-language.ts";

/** Renders what to know before paying: card, PayPal, cancelling, receipts, refunds (R25). */
export function PayingFacts({ methods }: { methods: readonly Method[] }) {
  const t = useMessages();
  const offers = (type: Method["type"]) => methods.some((method) => method.type === type);
  const facts: { icon: LucideIcon; text: MessageId; shown: boolean }[] = [
    { icon: CreditCard, text: "money.facts.card", shown: offers("card") },
    { icon: Wallet, text: "money.facts.paypal", shown: offers("paypal") },
    { icon: CalendarCheck, text: "money.facts.cancel", shown: true },
    { icon: ReceiptText, text: "money.facts.receipt", shown: true },
  ];
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="text-lg font-semibold">
        {t("money.facts.heading")}
      </h2>
      <ul className="mt-3 space-y-3 text-sm text-muted">
        {facts.map(({ icon: Icon, text, shown }) =>
          shown ? (
            <li key={text} className="flex gap-3">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-text" />
              <span className="min-w-0 wrap-break-word">{t(text)}</span>
            </li>
          ) : null,
        )}
        <li className="flex gap-3">
          <Undo2 aria-hidden className="mt-3 size-5 shrink-0 text-text" />
          <Link
            href="/refundPolicy"
            className="inline-flex min-h-11 items-center text-text underline underline-offset-4"
          >
            {t("footer.refundPolicy")}
          </Link>
        </li>
      </ul>
    </section>
  );
}
