import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { filterNames, type LogFilter, readFilter } from "../features/log/log-filter.ts";
import { LogFilters } from "../features/log/log-filters.tsx";
import { LogRows } from "../features/log/log-rows.tsx";
import { asAddress } from "../lib/address-filter.ts";
import { call } from "../lib/call.ts";
import { useMe } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { zoneShown } from "../lib/time.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { ExportButton } from "../ui/export-button.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { PageButtons } from "../ui/page-buttons.tsx";
import { Panel, PanelFoot } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** Who changed what and when. The filters, the page and the opened row are in the address. */
export function LogScreen() {
  const { operator } = useMe();
  const [params, change] = useAddress();
  const filter = readFilter(params);
  const after = params.get("after") ?? undefined;
  const query = useQuery({
    queryKey: ["log", filter, after],
    queryFn: () => call("GET /api/console/audit", { ...filter, after }),
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const set = (next: LogFilter) =>
    change({
      ...asAddress(next, filterNames),
      after: null,
      row: null,
    });
  const count = query.data?.count;
  return (
    <Page
      title={t("log.title")}
      hint={t(`log.scope.${operator.role}`)}
      acts={<ExportButton kind="audit" params={filter} />}
    >
      <Panel
        title={count ? t(count.exact ? "log.count" : "log.countOver", { count: count.value }) : t("log.rows")}
        acts={<LogFilters filter={filter} change={set} />}
      >
        <Loadable query={query} skeleton={<Skeletons rows={12} />}>
          {({ list }) =>
            list.length > 0 ? (
              <LogRows rows={list} filter={filter} setFilter={set} />
            ) : (
              <Empty
                text={t(isFiltered ? "log.noMatch" : "log.empty")}
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
          <span>{t("log.foot", { zone: zoneShown() })}</span>
          <span>
            <PageButtons
              after={after}
              next={query.data?.next}
              words={{ first: t("log.newest"), next: t("log.older") }}
              change={(to) => change({ after: to, row: null })}
            />
          </span>
        </PanelFoot>
      </Panel>
    </Page>
  );
}
