import type { ConsoleOrder } from "@cliffhanger/contract/console/orders";
import { Button } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { useMay } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { RefundForm } from "./refund-form.tsx";

/** The refund of an order, with the button that opens it. Where nothing can be refunded it says why. */
export function Refund({ order }: { order: ConsoleOrder }) {
  const mayRefund = useMay("refund");
  const [params, change] = useAddress();
  const opened = params.get("dialog") === "refund";
  const { number, notRefundable } = order;
  const close = () => change({ dialog: null }, { replace: true });
  if (!mayRefund) return null;
  return (
    <>
      <Button
        leftSection={<Undo2 size={16} aria-hidden />}
        disabled={notRefundable !== null}
        {...(notRefundable !== null && { title: notRefundable })}
        onClick={() => change({ dialog: "refund" })}
      >
        {t("refund.open")}
      </Button>
      <Dialog opened={opened} title={t("refund.dialog", { number })} size="34rem" close={close}>
        <RefundOrWhyNot order={order} close={close} />
      </Dialog>
    </>
  );
}

/** The fields of a refund, or why there is none. */
export function RefundOrWhyNot({ order, close }: { order: ConsoleOrder; close: () => void }) {
  const { notRefundable } = order;
  if (notRefundable !== null) return <p>{notRefundable}</p>;
  // Back may lead from one order's dialog straight to another's: its amount and its failure are not this one's.
  return <RefundForm key={order.id} order={order} close={close} />;
}
