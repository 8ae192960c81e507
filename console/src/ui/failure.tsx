import { TriangleAlert } from "lucide-react";
import styles from "./failure.module.css";

/** Why an act failed, announced when it appears. Nothing without a text. */
export function Failure({ text }: { text: string | null }) {
  return (
    <div role="alert" className={styles.place}>
      {text !== null && (
        <p className={styles.failure}>
          <TriangleAlert size={17} aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
