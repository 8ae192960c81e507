import { t } from "../lib/messages.ts";
import styles from "./or.module.css";

/** The line between two ways of the same. */
export function Or() {
  return <div className={styles.or}>{t("or")}</div>;
}
