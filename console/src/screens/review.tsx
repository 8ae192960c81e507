import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { EntryDetail } from "../features/review/entry-detail.tsx";
import { isInTab, type ReviewTab, readTab } from "../features/review/entry-kinds.ts";
import styles from "../features/review/review.module.css";
import { ClosedList, ReviewList } from "../features/review/review-list.tsx";
import { ReviewTabs } from "../features/review/review-tabs.tsx";
import { CallError, call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";
import { useAddress } from "../lib/use-address.ts";
import { Empty } from "../ui/empty.tsx";
import { Loadable } from "../ui/loadable.tsx";
import { Page } from "../ui/page.tsx";
import { Skeletons } from "../ui/skeletons.tsx";

const POLL_MS = 60_000;

/** The review queue, with the entry that is opened beside it. Tab and entry are in the address. */
export function ReviewScreen() {
  const { id } = useParams<{ id?: string }>();
  const name = id === undefined ? undefined : decodeURIComponent(id);
  const [params, change] = useAddress();
  const tab = readTab(params);
  const queue = useQuery({
    queryKey: ["review", "queue"],
    queryFn: () => call("GET /api/console/review"),
    refetchInterval: POLL_MS,
  });
  const search = tab === "open" ? "" : `?tab=${tab}`;
  const stake = queue.data?.stake.join(" + ");
  const hint =
    queue.data &&
    (stake
      ? t("review.hint", { count: queue.data.list.length, stake })
      : t("review.hintOnly", { count: queue.data.list.length }));
  const set = (to: ReviewTab) => change({ tab: to === "open" ? null : to });
  return (
    <Page title={t("review.title")} {...(hint !== undefined && { hint })}>
      <ReviewTabs tab={tab} queue={queue.data} change={set} />
      <div className={styles.columns} data-opened={name !== undefined}>
        <section className={styles.side} aria-label={t(`review.tab.${tab}`)}>
          <Loadable query={queue} skeleton={<Skeletons rows={8} />}>
            {({ list, closed }) => {
              if (tab === "closed")
                return closed.length > 0 ? (
                  <ClosedList closed={closed} />
                ) : (
                  <Empty text={t("review.noneClosed")} />
                );
              const shown = list.filter(({ kind }) => isInTab(tab, kind));
              if (shown.length > 0) return <ReviewList list={shown} opened={name} search={search} />;
              return (
                <Empty
                  text={t(tab === "open" ? "review.none" : "review.noneOfKind")}
                  act={
                    tab !== "open" && (
                      <Button variant="default" onClick={() => set("open")}>
                        {t("review.all")}
                      </Button>
                    )
                  }
                />
              );
            }}
          </Loadable>
        </section>
        {name === undefined ? (
          <div className={styles.detail}>
            <p className={styles.choose}>{t("review.choose")}</p>
          </div>
        ) : (
          <div className={styles.slot}>
            <Opened name={name} back={`/review${search}`} />
          </div>
        )}
      </div>
    </Page>
  );
}

function Opened({ name, back }: { name: string; back: string }) {
  const query = useQuery({
    queryKey: ["review", "one", name],
    queryFn: () => call("GET /api/console/review/one", { id: name }),
    retry: false,
  });
  // It was decided since: by the bank, by a refund, or by another operator.
  const isGone = query.error instanceof CallError && query.error.code === 404;
  return isGone ? (
    <div className={styles.detail}>
      <Empty text={t("review.gone")} />
    </div>
  ) : (
    <Loadable query={query} skeleton={<Skeletons rows={8} />}>
      {(entry) => <EntryDetail key={entry.id} entry={entry} back={back} />}
    </Loadable>
  );
}
