import type { ReviewQueue } from "@cliffhanger/contract/console/review";
import { t } from "../../lib/messages.ts";
import { CountTabs } from "../../ui/count-tabs.tsx";
import { isInTab, type ReviewTab, reviewTabs } from "./entry-kinds.ts";

const tabs = [...(Object.keys(reviewTabs) as (keyof typeof reviewTabs)[]), "closed"] as const;

/** The kinds of entries, with how many are open of each. */
export function ReviewTabs({
  tab,
  queue,
  change,
}: {
  tab: ReviewTab;
  queue: ReviewQueue | undefined;
  change: (to: ReviewTab) => void;
}) {
  return (
    <CountTabs
      label={t("review.tabs")}
      tabs={tabs.map((name) => ({
        name,
        label: t(`review.tab.${name}`),
        count:
          queue && name !== "closed" ? queue.list.filter(({ kind }) => isInTab(name, kind)).length : null,
        isHere: name === tab,
        open: () => change(name),
      }))}
    />
  );
}
