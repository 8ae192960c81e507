import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { isMessage, t } from "../../lib/messages.ts";
import { formatDay, formatFull, formatSeconds } from "../../lib/time.ts";
import { Empty } from "../../ui/empty.tsx";
import { Panel } from "../../ui/panel.tsx";
import styles from "./order-page.module.css";

/** The entries of an order in the books. */
export function OrderBooks({ books }: Pick<ConsoleOrder, "books">) {
  return (
    <Panel title={t("order.books")} hint={t("order.booksHint")}>
      {books.length === 0 ? (
        <Empty text={t("order.noBooks")} />
      ) : (
        <table className={styles.books}>
          <thead>
            <tr>
              <th>{t("orders.at")}</th>
              <th>{t("order.account")}</th>
              <th className={styles.number}>{t("order.debit")}</th>
              <th className={styles.number}>{t("order.credit")}</th>
            </tr>
          </thead>
          <tbody>
            {books.flatMap(({ at, source, entries }) =>
              entries.map(({ account, debit, credit, currency }, place) => (
                <tr key={`${at} ${source} ${account} ${currency}`} data-first={place === 0}>
                  <td title={formatFull(at)}>
                    {place === 0 && t("order.at", { day: formatDay(at), time: formatSeconds(at) })}
                  </td>
                  <td>{accountWords(account)}</td>
                  <td className={styles.number}>{debit}</td>
                  <td className={styles.number}>{credit}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function accountWords(account: string): string {
  const id = `order.account.${account}`;
  return isMessage(id) ? t(id) : account;
}
