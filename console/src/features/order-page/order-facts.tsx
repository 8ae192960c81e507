import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { t } from "../../lib/messages.ts";
import styles from "./order-page.module.css";

/** The figures of an order: what it cost, what it is for, what the gateway left, and what can go back. */
export function OrderFacts({ order }: { order: ConsoleOrder }) {
  const { total, title, net, left, kind } = order;
  const facts = [
    [t("orders.amount"), total.display],
    [t(kind === "unlock" ? "order.series" : "order.plan"), title],
    [t("order.net"), net?.display ?? t("order.notSettled")],
    [t("order.left"), left.display],
  ] as const;
  return (
    <dl className={styles.figures}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
