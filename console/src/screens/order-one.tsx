import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { OrderAside } from "../features/order-page/order-aside.tsx";
import { OrderBooks } from "../features/order-page/order-books.tsx";
import { OrderEvents } from "../features/order-page/order-events.tsx";
import { OrderFacts } from "../features/order-page/order-facts.tsx";
import styles from "../features/order-page/order-page.module.css";
import { ReceiptDialog } from "../features/order-page/receipt-dialog.tsx";
import { Refund } from "../features/order-page/refund-dialog.tsx";
import { SendReceipt } from "../features/order-page/send-receipt.tsx";
import { call } from "../lib/call.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { Loadable } from "../ui/loadable.tsx";
import { OrderMark } from "../ui/order-mark.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

const PENDING_MS = 2_000;

/** One order. While a refund is on its way it is read again until it is done or failed. */
export function OrderOneScreen() {
  const { number } = useParams<{ number: string }>();
  const query = useQuery({
    queryKey: ["orders", "one", number],
    queryFn: () => call("GET /api/console/orders/one", { number }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? PENDING_MS : false),
  });
  return (
    <Loadable query={query} skeleton={<Skeletons rows={10} />}>
      {(order) => <OrderPage order={order} />}
    </Loadable>
  );
}

function isMoving(order: ConsoleOrder | undefined): boolean {
  return order?.refunds.some(({ state }) => state === "pending") ?? false;
}

function OrderPage({ order }: { order: ConsoleOrder }) {
  const { id, number, state } = order;
  const mayLog = useMay("audit");
  return (
    <>
      <title>{`${number} · Console`}</title>
      <div className={styles.stack}>
        <header className={styles.head}>
          <span className={styles.crumb}>
            <Link href="/orders">{t("orders.title")}</Link> ›
          </span>
          <h1 className={styles.name}>
            {number} <OrderMark state={state} />
          </h1>
          <div className={styles.buttons}>
            <SendReceipt order={order} />
            <Refund order={order} />
          </div>
        </header>
        <div className={styles.columns}>
          <div className={styles.stack}>
            <OrderFacts order={order} />
            <OrderEvents events={order.events} />
            <OrderBooks books={order.books} />
            {mayLog && (
              <p className={styles.quiet}>
                <Link href={`/log?subjectKind=order&subjectId=${id}`} className={styles.link}>
                  {t("order.history")}
                </Link>
              </p>
            )}
          </div>
          <OrderAside order={order} />
        </div>
      </div>
      <ReceiptDialog />
    </>
  );
}
