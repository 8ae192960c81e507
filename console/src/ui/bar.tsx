import styles from "./bar.module.css";

/** How far something is: `part` from 0 to 1. */
export function Bar({ label, part }: { label: string; part: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return <progress className={styles.bar} aria-label={label} value={percent} max={100} />;
}
