import type { TimelineEvent } from "@cliffhanger/contract/console/timeline";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { RefundOrWhyNot } from "./refund-dialog.tsx";
import { SendReceiptForm } from "./send-receipt.tsx";

const refundable: readonly string[] = ["paid", "partially_refunded"];
const receipted: readonly string[] = [...refundable, "refunded"];

/** What can be done about an order where it is one line of something else; the dialog and its order are in the address. */
export function OrderActs({ event }: { event: TimelineEvent }) {
  const [, change] = useAddress();
  const mayRefund = useMay("refund");
  const mayHelp = useMay("person.help");
  if (event.kind !== "order") return null;
  const { number, state } = event;
  const act = (dialog: string, label: string) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t("act.of", { act: label, row: number })}
      onClick={() => change({ dialog, order: number })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {mayHelp && receipted.includes(state) && act("order-receipt", t("receipt.again"))}
      {mayRefund && refundable.includes(state) && act("order-refund", t("refund.open"))}
    </>
  );
}

/** The dialogs of {@link OrderActs}: those of the order's own page. */
export function OrderDialogs() {
  const [params, change] = useAddress();
  const [dialog, number] = [params.get("dialog"), params.get("order")];
  const [isRefund, isReceipt] = [dialog === "order-refund", dialog === "order-receipt"];
  const mayRefund = useMay("refund");
  const mayHelp = useMay("person.help");
  const query = useQuery({
    queryKey: ["orders", "one", number],
    queryFn: () => call("GET /api/console/orders/one", { number: number ?? "" }),
    enabled: number !== null && (isRefund || isReceipt),
  });
  const close = () => change({ dialog: null, order: null }, { replace: true });
  return (
    <>
      <Dialog
        opened={isRefund && mayRefund}
        title={t("refund.dialog", { number: number ?? "" })}
        size="34rem"
        close={close}
      >
        <Loadable query={query} skeleton={<Skeletons rows={6} />}>
          {(order) => <RefundOrWhyNot order={order} close={close} />}
        </Loadable>
      </Dialog>
      <Dialog opened={isReceipt && mayHelp} title={t("receipt.again")} close={close}>
        <Loadable query={query} skeleton={<Skeletons rows={2} />}>
          {(order) => <SendReceiptForm key={order.id} order={order} close={close} />}
        </Loadable>
      </Dialog>
    </>
  );
}
