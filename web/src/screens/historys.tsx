import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { ListEnd } from "../features/catalogue/list-end.tsx";
import { ListFault, listFault } from "../features/catalogue/list-fault.tsx";
import { ClearHistory } from "../features/library/clear-history.tsx";
import { EndedSeries } from "../features/library/ended-series.tsx";
import { HistoryDays, HistoryPending } from "../features/library/history-days.tsx";
import { historyQuery, refreshList } from "../features/library/queries.ts";
import { useRemoved } from "../features/library/removals.ts";
import { onProgressArrived } from "../features/library/reporter.ts";
import { removalKey } from "../features/library/use-remove.ts";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/historys`: what the member watched, and their progress (R21, R22). */
export function HistorysScreen() {
  return (
    <Frame>
      <Watched />
    </Frame>
  );
}

HistorysScreen.Pending = () => (
  <Frame>
    <Heading />
    <HistoryPending />
  </Frame>
);

function Frame({ children }: { children: ReactNode }) {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t("titles.historys", { site: name }));
  // A full screen high: a short history does not let the footer jump up.
  return <div className="min-h-dvh">{children}</div>;
}

function Heading({ children }: { children?: ReactNode }) {
  const t = useMessages();
  return (
    <div className="gutter mb-2 flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2">
      <h1 className="font-title text-2xl">{t("library.history")}</h1>
      {children}
    </div>
  );
}

function Watched() {
  const t = useMessages();
  const client = useQueryClient();
  const list = useInfiniteQuery(historyQuery(useLanguage()));
  const removed = useRemoved();
  useEffect(() => onProgressArrived(() => void refreshList(client, "history")), [client]);
  const fault = listFault(list);
  const rows = list.data?.rows.filter(({ series }) => !removed.has(removalKey("history", series.id)));
  return (
    <>
      <Heading>{rows?.length ? <ClearHistory /> : null}</Heading>
      <EndedSeries of={({ watched }) => watched} />
      {fault ? (
        <ListFault fault={fault} retry={() => void list.refetch({ cancelRefetch: false })} />
      ) : !rows ? (
        <HistoryPending />
      ) : rows.length === 0 ? (
        <Empty />
      ) : (
        <>
          <HistoryDays rows={rows} />
          <ListEnd
            list={list}
            shown={t("list.shown", { shown: rows.length, total: list.data?.total ?? rows.length })}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </>
  );
}

function Empty() {
  const t = useMessages();
  return (
    <Message icon={<History aria-hidden className="size-7" />} title={t("library.historyEmptyTitle")}>
      <p>{t("library.historyEmptyText")}</p>
      <ButtonLink shape="primary" href="/browse/all">
        {t("list.seeAll")}
      </ButtonLink>
    </Message>
  );
}
