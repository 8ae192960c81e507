import type { ReviewQueue } from "@cliffhanger/contract/console/review";
import { t } from "../../lib/messages.ts";
import { isInTab, type ReviewTab, reviewTabs } from "./entry-kinds.ts";
import styles from "./review.module.css";

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
    <nav className={styles.tabs} aria-label={t("review.tabs")}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.tab}
          aria-current={name === tab ? "true" : undefined}
          onClick={() => change(name)}
        >
          {t(`review.tab.${name}`)}{" "}
          {queue && name !== "closed" && (
            <span className={styles.number}>
              {queue.list.filter(({ kind }) => isInTab(name, kind)).length}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
