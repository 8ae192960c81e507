import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderUp } from "lucide-react";
import { useCallback } from "react";
import { BulkBar } from "../features/series-list/bulk-bar.tsx";
import { BulkDialogs } from "../features/series-list/bulk-dialogs.tsx";
import { filterNames, readFilter, type SeriesFilter } from "../features/series-list/series-filter.ts";
import { SeriesFilters } from "../features/series-list/series-filters.tsx";
import { SeriesRows } from "../features/series-list/series-rows.tsx";
import { SeriesTabs } from "../features/series-list/series-tabs.tsx";
import { useSelection } from "../features/series-list/use-selection.ts";
import { UploadDialog } from "../features/upload/upload-dialog.tsx";
import { asAddress } from "../lib/address-filter.ts";
import { call } from "../lib/call.ts";
import { useMay } from "../lib/me.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { useMoving } from "../lib/use-moving.ts";
import { Empty } from "../ui/empty.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { PageButtons } from "../ui/page-buttons.tsx";
import { Panel, PanelFoot } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** All series, live or not. Tab, filters, order and page are in the address. */
export function SeriesScreen() {
  const mayUpload = useMay("upload");
  const [params, change] = useAddress();
  const filter = readFilter(params);
  const after = params.get("after") ?? undefined;
  const query = useQuery({
    queryKey: ["series", "list", filter, after],
    queryFn: () => call("GET /api/console/series", { ...filter, after }),
    placeholderData: keepPreviousData,
  });
  useMoving(query.data?.list.some(({ films }) => films.waiting > 0) ?? false);
  const set = useCallback(
    (next: SeriesFilter) => change({ ...asAddress(next, filterNames), after: null }),
    [change],
  );
  const { sort: _sort, ...narrowing } = filter;
  const isFiltered = Object.keys(narrowing).length > 0;
  const upload = mayUpload && (
    <Button leftSection={<FolderUp size={17} aria-hidden />} onClick={() => change({ dialog: "upload" })}>
      {t("upload.open")}
    </Button>
  );
  const count = query.data?.count;
  const selection = useSelection(filter, count?.value ?? 0);
  return (
    <Page title={t("series.title")} acts={upload}>
      <SeriesTabs filter={filter} counts={query.data?.counts} change={set} />
      <SeriesFilters filter={filter} change={set} />
      <Panel
        title={
          count
            ? t(count.exact ? "series.count" : "series.countOver", { count: count.value })
            : t("series.title")
        }
      >
        <Loadable query={query} skeleton={<Skeletons rows={12} />}>
          {({ list }) =>
            list.length > 0 ? (
              <SeriesRows list={list} selection={selection} />
            ) : (
              <Empty
                text={t(isFiltered ? "series.noMatch" : "series.empty")}
                act={
                  isFiltered ? (
                    <Button variant="default" onClick={() => set({})}>
                      {t("filter.clear")}
                    </Button>
                  ) : (
                    upload
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
              words={{ first: t("series.first"), next: t("series.next") }}
              change={(to) => change({ after: to })}
            />
          </span>
        </PanelFoot>
      </Panel>
      <BulkBar
        selection={selection}
        filter={filter}
        shown={query.data?.list.length ?? 0}
        total={count?.exact ? count.value : null}
      />
      <BulkDialogs selection={selection} />
      {mayUpload && <UploadDialog seriesId={null} />}
    </Page>
  );
}
