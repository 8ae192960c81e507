import { formatNumber } from "../lib/messages.ts";
import styles from "./count-tabs.module.css";

/** A tab of a list. `count`: how many it holds; null while that is unknown, or where it says nothing. */
export interface CountTab {
  name: string;
  label: string;
  count: number | null;
  /** Whether there are more than were counted. */
  isMore?: boolean;
  isHere: boolean;
  open: () => void;
}

/** The tabs above a list, with how much each of them holds. */
export function CountTabs({ label, tabs }: { label: string; tabs: readonly CountTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          className={styles.tab}
          aria-current={tab.isHere ? "true" : undefined}
          onClick={tab.open}
        >
          {tab.label}{" "}
          {tab.count !== null && (
            <span className={styles.number}>
              {formatNumber(tab.count)}
              {tab.isMore && "+"}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
