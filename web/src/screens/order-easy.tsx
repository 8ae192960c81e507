import { isOpenOrder } from "@cliffhanger/contract/order-states";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { readChoice } from "../features/billing/choice-address.ts";
import { NoOrder } from "../features/billing/no-order.tsx";
import { type NamedOrder, orderAddress } from "../features/billing/order-key.ts";
import { OrderSkeleton } from "../features/billing/order-summary.tsx";
import { orderQuery, plansQuery } from "../features/billing/queries.ts";
import { useNamedOrder } from "../features/billing/use-named-order.ts";
import { useNamedSetup } from "../features/billing/use-named-setup.ts";
import { useSite } from "../features/site/site-context.ts";
import { Wordmark } from "../features/site/wordmark.tsx";
import { ApiError } from "../lib/api.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";
import { Failed } from "../ui/failed.tsx";
import { OrderChoice } from "./order-choice.tsx";
import { OrderOver } from "./order-over.tsx";
import { OrderPayable } from "./order-payable.tsx";
import { OrderSetup } from "./order-setup.tsx";
import { OrderNotHere } from "./order-sign-in.tsx";

/** `/order/easy`: a choice or one open order is paid, in a separate document (R28, R34). */
export function OrderEasyScreen() {
  const t = useMessages();
  const { name } = useSite();
  const named = useNamedOrder();
  const setupId = useNamedSetup();
  const asked = named === null ? readChoice(location.search) : null;
  useDocumentTitle(
    t(asked ? "titles.pay" : named || setupId ? "titles.card" : "titles.order", { site: name }),
  );
  return (
    <div className="gutter mx-auto min-h-dvh max-w-xl pb-10">
      <div className="flex min-h-16 items-center justify-center">
        <Wordmark />
      </div>
      {named === undefined ? (
        <OrderSkeleton />
      ) : named ? (
        <Open named={named} />
      ) : setupId ? (
        <OrderSetup setupId={setupId} />
      ) : asked ? (
        <OrderChoice asked={asked} />
      ) : (
        <NoOrder />
      )}
    </div>
  );
}

function Open({ named }: { named: NamedOrder }) {
  const language = useLanguage();
  const order = useQuery({ ...orderQuery(named, language), staleTime: 30_000 });
  const plans = useQuery(plansQuery(null, language));
  const state = order.data?.state;
  // On a return from the bank, or a second visit: an order that is final or in progress has its own page.
  const canBePaid =
    order.data?.awaitsBank || (state && ["pending", "expired", "cancelled", "failed"].includes(state));
  const leavesForResult = state !== undefined && !canBePaid;
  useEffect(() => {
    if (leavesForResult) location.replace(orderAddress("result", named, visitStore));
  }, [leavesForResult, named]);

  const error = order.error ?? plans.error;
  if (error instanceof ApiError && error.code === 404) return <OrderNotHere page="easy" named={named} />;
  if (error && !(order.data && plans.data))
    return <Failed level="h1" retry={() => void Promise.all([order.refetch(), plans.refetch()])} />;
  if (!order.data || !plans.data || leavesForResult) return <OrderSkeleton />;
  if (!isOpenOrder(order.data.state)) return <OrderOver order={order.data} />;
  return <OrderPayable named={named} order={order.data} sale={plans.data} />;
}
