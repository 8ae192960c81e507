import type { Order } from "@cliffhanger/contract";
import { CircleAlert, CircleX, Hourglass, MailCheck, ReceiptText, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { keepPaidOrder } from "../features/attribution/track-paid-order.ts";
import { NoOrder } from "../features/billing/no-order.tsx";
import { type NamedOrder, orderAddress } from "../features/billing/order-key.ts";
import { documentOf, originOf } from "../features/billing/order-origin.ts";
import { OrderSkeleton } from "../features/billing/order-summary.tsx";
import { shoppingAddress } from "../features/billing/selection.ts";
import { useNamedOrder } from "../features/billing/use-named-order.ts";
import { useOrderResult } from "../features/billing/use-order-result.ts";
import { useSite } from "../features/site/site-context.ts";
import { ApiError } from "../lib/api.ts";
import type { MessageId } from "../lib/messages.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";
import { Message } from "../ui/message.tsx";
import { OrderOver } from "./order-over.tsx";
import { OrderPaid } from "./order-paid.tsx";
import { OrderNotHere } from "./order-sign-in.tsx";

/** `/order/result`: the outcome of an order, by the server's answer alone (R27). */
export function OrderResultScreen() {
  const t = useMessages();
  const { name } = useSite();
  const named = useNamedOrder();
  useDocumentTitle(t("titles.order", { site: name }));
  if (named === null) return <NoOrder />;
  return (
    <div className="gutter mx-auto min-h-[70dvh] max-w-xl py-4">
      {named ? <Result named={named} /> : <OrderSkeleton />}
    </div>
  );
}

function Result({ named }: { named: NamedOrder }) {
  const result = useOrderResult(named);
  const { order, outcome, error } = result;
  if (!order || !outcome) {
    if (error instanceof ApiError && (error.code === 404 || error.code === 401))
      return <OrderNotHere page="result" named={named} />;
    return error ? <Failed level="h1" retry={result.refetch} /> : <OrderSkeleton />;
  }
  switch (outcome) {
    case "paid":
      return <Paid order={order} />;
    case "checking":
      return <Waiting result={result} />;
    case "unpaid":
    case "declined":
      return order.state === "failed" ? <OrderOver order={order} /> : <Unpaid order={order} named={named} />;
    case "cancelled":
    case "expired":
      return <OrderOver order={order} />;
    case "review":
      return <OutcomeMessage icon={<CircleAlert aria-hidden className="size-7" />} textName="review" />;
    case "disputed":
      return <OutcomeMessage icon={<CircleAlert aria-hidden className="size-7" />} textName="disputed" />;
    case "refunded":
      return (
        <OutcomeMessage icon={<Undo2 aria-hidden className="size-7" />} textName="refunded" order={order} />
      );
  }
}

/** Goes on to the episode at once where the checkout document promised it; otherwise renders the paid order. */
function Paid({ order }: { order: Order }) {
  const goOn = documentOf(visitStore, order)?.goOn;
  useEffect(() => {
    if (!goOn) return;
    keepPaidOrder(order, visitStore);
    location.replace(goOn);
  }, [goOn, order]);
  return goOn ? <OrderSkeleton /> : <OrderPaid order={order} />;
}

function Waiting({ result }: { result: ReturnType<typeof useOrderResult> }) {
  const t = useMessages();
  const { hasStopped, refetch, isFetching } = result;
  return (
    <div role="status">
      <Message
        level="h1"
        icon={
          hasStopped ? (
            <MailCheck aria-hidden className="size-7" />
          ) : (
            <span className="size-8 animate-spin rounded-full border-3 border-white/25 border-t-white" />
          )
        }
        title={t(hasStopped ? "result.checking.later" : "result.checking.title")}
      >
        <p>{t("result.checking.text")}</p>
        {hasStopped ? (
          <Button shape="primary" aria-disabled={isFetching} onClick={isFetching ? undefined : refetch}>
            {t("result.checking.look")}
          </Button>
        ) : null}
        <ButtonLink shape="quiet" href="/">
          {t("result.home")}
        </ButtonLink>
      </Message>
    </div>
  );
}

/** Renders an order that was not charged and can still be paid. */
function Unpaid({ order, named }: { order: Order; named: NamedOrder }) {
  const t = useMessages();
  const selection = originOf(visitStore, order);
  const byCard = order.method === "card" || order.kind === "renewal";
  const document = documentOf(visitStore, order);
  // A fault of the merchant is not about the buyer's card or account: the order is only unpaid.
  const isDeclined = order.declined && order.declined.reason !== "merchant_fault";
  const Icon = isDeclined ? CircleX : Hourglass;
  return (
    <Message
      level="h1"
      icon={<Icon aria-hidden className="size-7" />}
      title={t(isDeclined ? "result.declined.title" : "result.unpaid.title")}
    >
      <p role="alert">{order.declined?.message ?? t("result.unpaid.text")}</p>
      {document ? (
        <FullLoad href={document.address}>{t("result.otherMethod")}</FullLoad>
      ) : byCard ? (
        <FullLoad href={orderAddress("easy", named, visitStore)}>{t("result.payByCard")}</FullLoad>
      ) : (
        <ButtonLink shape="primary" href={shoppingAddress(selection)}>
          {t("result.payByPaypal")}
        </ButtonLink>
      )}
      {order.kind === "renewal" || document ? null : (
        <ButtonLink
          shape="quiet"
          href={shoppingAddress({ ...selection, method: byCard ? "paypal" : "card" })}
        >
          {t("result.otherMethod")}
        </ButtonLink>
      )}
      {order.seriesId ? (
        <ButtonLink shape="quiet" href={`/videos/${order.seriesId}`}>
          {t("result.toSeries")}
        </ButtonLink>
      ) : null}
    </Message>
  );
}

function FullLoad({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="primary inline-flex min-h-13 items-center justify-center rounded-lg px-6 py-2 text-center leading-5 font-semibold active:scale-[0.98]"
    >
      {children}
    </a>
  );
}

interface OutcomeMessageProps {
  icon: ReactNode;
  textName: "review" | "disputed" | "refunded";
  order?: Order;
}

function OutcomeMessage({ icon, textName, order }: OutcomeMessageProps) {
  const t = useMessages();
  const title: MessageId = `result.${textName}.title`;
  return (
    <Message level="h1" icon={icon} title={t(title)}>
      <p>{t(`result.${textName}.text`)}</p>
      {order?.receiptUrl ? (
        <a
          href={order.receiptUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
        >
          <ReceiptText aria-hidden className="size-5" />
          {t("orders.receipt")}
        </a>
      ) : null}
      <ButtonLink shape="primary" href={textName === "refunded" ? "/" : "/contactUs"}>
        {t(textName === "refunded" ? "result.home" : "result.contact")}
      </ButtonLink>
    </Message>
  );
}
