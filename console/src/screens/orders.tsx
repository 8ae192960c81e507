import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { filterNames, type OrderFilter, readFilter } from "../features/orders/order-filter.ts";
import { OrderFilters } from "../features/orders/order-filters.tsx";
import { OrderRows } from "../features/orders/order-rows.tsx";
import { asAddress } from "../lib/address-filter.ts";
import { CallError, call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { ExportButton } from "../ui/export-button.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { PageButtons } from "../ui/page-buttons.tsx";
import { Panel, PanelFoot } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** All orders, the newest first. Filters and page are in the address. */
export function OrdersScreen() {
  const [params, change] = useAddress();
  const filter = readFilter(params);
  const after = params.get("after") ?? undefined;
  const query = useQuery({
    queryKey: ["orders", "list", filter, after],
    queryFn: () => call("GET /api/console/orders", { ...filter, after }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const set = useCallback(
    (next: OrderFilter) => change({ ...asAddress(next, filterNames), after: null }),
    [change],
  );
  const isFiltered = Object.keys(filter).length > 0;
  const count = query.data?.count;
  const faults = query.error instanceof CallError ? query.error.fields : [];
  const fields = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
  return (
    <Page title={t("orders.title")} acts={<ExportButton kind="orders" params={filter} />}>
      <OrderFilters filter={filter} fields={fields} change={set} />
      <Panel
        title={
          count
            ? t(count.exact ? "orders.count" : "orders.countOver", { count: count.value })
            : t("orders.title")
        }
      >
        <Loadable query={query} skeleton={<Skeletons rows={12} />}>
          {({ list }) =>
            list.length > 0 ? (
              <OrderRows list={list} />
            ) : (
              <Empty
                text={t(isFiltered ? "orders.noMatch" : "orders.empty")}
                act={
                  isFiltered && (
                    <Button variant="default" onClick={() => set({})}>
                      {t("filter.clear")}
                    </Button>
                  )
                }
              />
            )
          }
        </Loadable>
        <PanelFoot>
          <span />
          <span>
            <PageButtons
              after={after}
              next={query.data?.next}
              words={{ first: t("log.newest"), next: t("log.older") }}
              change={(to) => change({ after: to })}
            />
          </span>
        </PanelFoot>
      </Panel>
    </Page>
  );
}
