import { ticketViews } from "@cliffhanger/contract/console/ticket-views";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TicketRows } from "../features/tickets/ticket-rows.tsx";
import styles from "../features/tickets/tickets.module.css";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { PageButtons } from "../ui/page-buttons.tsx";
import { Panel, PanelFoot } from "../ui/panel.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

/** What viewers wrote: what waits for an answer first. View and page are in the address. */
export function TicketsScreen() {
  const [params, change] = useAddress();
  const view = ticketViews.find((one) => one === params.get("view")) ?? "open";
  const after = params.get("after") ?? undefined;
  const query = useQuery({
    queryKey: ["tickets", "list", view, after],
    queryFn: () => call("GET /api/console/tickets", { view, after }),
    placeholderData: keepPreviousData,
  });
  const views = query.data?.views;
  return (
    <Page title={t("tickets.title")} hint={t("tickets.hint")}>
      <Panel
        title={t(`tickets.view.${view}`)}
        acts={
          <nav className={styles.tabs} aria-label={t("tickets.views")}>
            {ticketViews.map((one) => (
              <Button
                key={one}
                variant="default"
                size="compact-md"
                aria-current={one === view ? "page" : undefined}
                onClick={() => change({ view: one === "open" ? null : one, after: null })}
              >
                {t(`tickets.view.${one}`)}
                {views && ` ${views[one]}`}
              </Button>
            ))}
          </nav>
        }
      >
        <Loadable query={query} skeleton={<Skeletons rows={8} />}>
          {({ list }) =>
            list.length > 0 ? <TicketRows tickets={list} /> : <Empty text={t(`tickets.empty.${view}`)} />
          }
        </Loadable>
        {(after !== undefined || query.data?.next) && (
          <PanelFoot>
            <PageButtons
              after={after}
              next={query.data?.next}
              words={{ first: t("people.first"), next: t("people.more") }}
              change={(to) => change({ after: to })}
            />
          </PanelFoot>
        )}
      </Panel>
    </Page>
  );
}
