import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { Button } from "@mantine/core";
import { Mail } from "lucide-react";
import { useRef } from "react";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog, DialogActs } from "../../ui/dialog.tsx";
import { Effect } from "../../ui/effect.tsx";
import { Failure } from "../../ui/failure.tsx";

/** Mails the receipt of an order again; it says to whom beforehand. */
export function SendReceipt({ order }: { order: ConsoleOrder }) {
  const mayHelp = useMay("person.help");
  const [params, change] = useAddress();
  const close = () => change({ dialog: null }, { replace: true });
  if (!mayHelp || !receiptOf(order)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Mail size={16} aria-hidden />}
        onClick={() => change({ dialog: "receipt" })}
      >
        {t("receipt.again")}
      </Button>
      <Dialog opened={params.get("dialog") === "receipt"} title={t("receipt.again")} close={close}>
        <SendReceiptForm key={order.id} order={order} close={close} />
      </Dialog>
    </>
  );
}

const receiptOf = ({ receipts }: ConsoleOrder) => receipts.find(({ kind }) => kind === "receipt");

/** To whom the receipt of an order goes again, with the button that sends it. */
export function SendReceiptForm({ order, close }: { order: ConsoleOrder; close: () => void }) {
  const act = useAct();
  const requestKey = useRef(newRequestKey());
  const { id, email } = order;
  const receipt = receiptOf(order);
  if (!receipt) return <p>{t("receipt.none")}</p>;
  const send = () =>
    act.run(async () => {
      await call("POST /api/console/orders/receipt/send", { orderId: id, requestKey: requestKey.current });
      requestKey.current = newRequestKey();
      close();
      showToast(t("receipt.sent"));
    });
  return (
    <>
      <Effect
        sentences={[t("receipt.goesTo", { number: receipt.number, email: email ?? t("orders.noAddress") })]}
      />
      <Failure text={act.fields["orderId"] ?? act.failure} />
      <DialogActs>
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button loading={act.busy} onClick={() => void send()}>
          {t("receipt.send")}
        </Button>
      </DialogActs>
    </>
  );
}
