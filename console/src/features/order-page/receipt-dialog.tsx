import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { formatFull } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import styles from "./order-page.module.css";

/** A receipt or credit note as it was issued. Its id is in the address. */
export function ReceiptDialog() {
  const [params, change] = useAddress();
  const id = params.get("receipt");
  const query = useQuery({
    queryKey: ["orders", "receipt", id],
    queryFn: () => call("GET /api/console/receipts/one", { id: id ?? "" }),
    enabled: id !== null,
  });
  return (
    <Dialog
      opened={id !== null}
      title={query.data?.number ?? t("receipt.title")}
      close={() => change({ receipt: null }, { replace: true })}
    >
      <Loadable query={query} skeleton={<Skeletons rows={4} />}>
        {({ kind, at, buyer, lines, total }) => (
          <dl className={styles.facts}>
            <dt>{t("receipt.kind")}</dt>
            <dd>{t(`receipt.${kind}`)}</dd>
            <dt>{t("receipt.issued")}</dt>
            <dd>{formatFull(at)}</dd>
            <dt>{t("receipt.buyer")}</dt>
            <dd>{buyer ?? t("orders.noAddress")}</dd>
            {lines.map(({ title, amount }) => (
              <div key={`${title} ${amount}`} className={styles.line}>
                <dt>{title}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
            <dt>{t("receipt.total")}</dt>
            <dd>
              <strong>{total.display}</strong>
            </dd>
          </dl>
        )}
      </Loadable>
    </Dialog>
  );
}
