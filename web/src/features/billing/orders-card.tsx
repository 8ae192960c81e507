import type { Order } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";
import { RetryLine } from "../../ui/retry-line.tsx";
import { describeMethod } from "./describe-method.ts";
import { paymentsQuery } from "./queries.ts";
import { ReceiptLink } from "./receipt-link.tsx";
import { WithdrawSheet } from "./withdraw-sheet.tsx";
import { withdrawalMessages } from "./withdrawal-answer.tsx";

/** The number of orders shown at first. */
const COLLAPSED_COUNT = 5;

/** Renders all purchases, newest first, with their receipts (R15, R74). */
export function OrdersCard() {
  const t = useMessages();
  const [isExpanded, setExpanded] = useState(false);
  const { data, isError, refetch } = useQuery(paymentsQuery(useLanguage()));
  const orders = data?.orders ?? [];
  const shown = isExpanded ? orders : orders.slice(0, COLLAPSED_COUNT);
  return (
    <section
      aria-labelledby="orders"
      className="rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)] md:p-6"
    >
      <h2 id="orders" className="text-lg font-semibold wrap-anywhere hyphens-auto">
        {t("orders.heading")}
      </h2>
      {data || isError ? null : (
        <span aria-hidden className="mt-4 block h-32 animate-pulse rounded-lg bg-raised" />
      )}
      {isError && !data ? <RetryLine className="mt-3" retry={() => void refetch()} /> : null}
      {data && orders.length === 0 ? <p className="mt-1 text-sm text-muted">{t("orders.none")}</p> : null}
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {shown.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      {orders.length > shown.length ? (
        <button
          type="button"
          onClick={() => setExpanded(true)}
          className="mt-2 min-h-11 text-sm font-semibold underline underline-offset-4"
        >
          {t("orders.all", { count: orders.length })}
        </button>
      ) : null}
    </section>
  );
}

function OrderRow({ order }: { order: Order }) {
  const t = useMessages();
  const { title, total, number, state, paidAt, createdAt, paidWith, receiptUrl, refunds, id, withdrawal } =
    order;
  const [isWithdrawing, setWithdrawing] = useState(false);
  // A guest has the receipt in the email; the file needs an account.
  const isMember = useUser()?.kind === "member";
  const shown = order.awaitsBank ? "pending" : state;
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 flex-[1_1_9rem] font-medium wrap-break-word">{title}</span>
        <span className="tabular font-semibold">{total.display}</span>
      </p>
      <p className="tabular mt-0.5 text-muted">
        {formatDate(paidAt ?? createdAt)} · {number}
        {paidWith ? ` · ${describeMethod(paidWith)}` : ""}
      </p>
      {refunds.map((refund) => (
        <p key={refund.id} className="tabular mt-0.5 text-muted">
          {t(`orders.refund.${refund.state}`, { price: refund.amount.display, date: formatDate(refund.at) })}
        </p>
      ))}
      {withdrawal ? (
        <p className="mt-0.5 text-muted">
          {t(withdrawalMessages[withdrawal.outcome], {
            date: formatDate(withdrawal.at),
            amount: withdrawal.amount.display,
          })}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className={state === "paid" ? "text-muted" : "font-medium"}>{t(`orders.state.${shown}`)}</span>
        {receiptUrl && isMember ? (
          <ReceiptLink url={receiptUrl} number={number} />
        ) : shown === "pending" ? (
          <a
            href={`/order/result?order=${id}`}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            {t("orders.goOn")}
          </a>
        ) : null}
      </p>
      {order.withdrawUntil ? (
        <button
          type="button"
          onClick={() => setWithdrawing(true)}
          className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-text"
        >
          {t("withdraw.withdraw")}
        </button>
      ) : null}
      <WithdrawSheet order={order} open={isWithdrawing} onClose={() => setWithdrawing(false)} />
    </li>
  );
}
