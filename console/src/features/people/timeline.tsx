import type { TimelineEvent } from "@cliffhanger/contract/console/timeline";
import { timelineGroups } from "@cliffhanger/contract/console/timeline-groups";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { zoneShown } from "../../lib/time.ts";
import { useAddress } from "../../lib/use-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loadable } from "../../ui/loadable.tsx";
import { PageButtons } from "../../ui/page-buttons.tsx";
import { Panel, PanelFoot } from "../../ui/panel.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { EventList } from "./event-list.tsx";
import styles from "./people.module.css";

/** What happened to a person and what they did, newest first. Group and page are in the address. */
export function Timeline({
  id,
  acts,
}: {
  id: string;
  /** What can be done about an event, beside opening it. */
  acts: (event: TimelineEvent) => ReactNode;
}) {
  const [params, change] = useAddress();
  const after = params.get("after") ?? undefined;
  const group = timelineGroups.find((one) => one === params.get("group"));
  const query = useQuery({
    queryKey: ["people", "timeline", id, group ?? "all", after],
    queryFn: () => call("GET /api/console/people/timeline", { id, group, after }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title={t("timeline.title")}
      acts={
        <fieldset className={styles.groups}>
          {[undefined, ...timelineGroups].map((one) => (
            <Button
              key={one ?? "all"}
              variant="default"
              size="compact-md"
              aria-pressed={one === group}
              onClick={() => change({ group: one ?? null, after: null })}
            >
              {t(`timeline.group.${one ?? "all"}`)}
            </Button>
          ))}
        </fieldset>
      }
    >
      <Loadable query={query} skeleton={<Skeletons rows={12} />}>
        {({ list, next }) => (
          <>
            {list.length > 0 ? (
              <EventList label={t("timeline.title")} events={list} acts={acts} />
            ) : (
              <Empty
                text={t(group ? "timeline.noneOf" : "timeline.none")}
                act={
                  group && (
                    <Button variant="default" onClick={() => change({ group: null, after: null })}>
                      {t("filter.clear")}
                    </Button>
                  )
                }
              />
            )}
            <PanelFoot>
              <span>{t("log.foot", { zone: zoneShown() })}</span>
              <span className={styles.row}>
                <PageButtons
                  after={after}
                  next={next}
                  words={{ first: t("log.newest"), next: t("log.older") }}
                  change={(to) => change({ after: to })}
                />
              </span>
            </PanelFoot>
          </>
        )}
      </Loadable>
    </Panel>
  );
}
