import type { ConsoleOrderRow } from "@cliffhanger/contract/console/orders";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { formatFull, formatPast } from "../../lib/time.ts";
import { OrderMark } from "../../ui/order-mark.tsx";
import rows from "../../ui/rows.module.css";
import styles from "./orders.module.css";

/** The orders of a page in a table; the whole row leads to the order. */
export function OrderRows({ list }: { list: readonly ConsoleOrderRow[] }) {
  return (
    <table className={rows.table} aria-label={t("orders.title")}>
      <thead>
        <tr>
          <th>{t("orders.number")}</th>
          <th>{t("orders.at")}</th>
          <th>{t("orders.person")}</th>
          <th>{t("orders.what")}</th>
          <th className={styles.right}>{t("orders.amount")}</th>
          <th>{t("orders.state")}</th>
          <th>{t("orders.method")}</th>
          <th>{t("orders.campaign")}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order }: { order: ConsoleOrderRow }) {
  const { number, at, email, title, total, state, method, decline, campaign } = order;
  return (
    <tr className={styles.row}>
      <td>
        <Link href={`/orders/${number}`} className={styles.number}>
          {number}
        </Link>
      </td>
      <td className={`${rows.muted} ${styles.end}`} title={formatFull(at)}>
        {formatPast(at)}
      </td>
      <td className={rows.wide}>
        <span className={styles.cut}>{email ?? t("orders.noAddress")}</span>
      </td>
      <td>
        <span className={styles.cut}>{title}</span>
      </td>
      <td className={`${styles.right} ${styles.end}`}>{total.display}</td>
      <td>
        <OrderMark state={state} />{" "}
        {decline !== null && <span className={`${rows.muted} ${styles.code}`}>{decline}</span>}
      </td>
      <td className={`${rows.muted} ${styles.end}`}>{t(`orders.method.${method}`)}</td>
      <td className={`${rows.muted} ${styles.desk}`}>
        <span className={styles.cut}>{campaign ?? "–"}</span>
      </td>
    </tr>
  );
}
