import styles from "./initial.module.css";

/** The first letter of an address, as a picture of its owner. */
export function Initial({ text }: { text: string }) {
  return (
    <span className={styles.initial} aria-hidden>
      {text.charAt(0).toUpperCase()}
    </span>
  );
}
