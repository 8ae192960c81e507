import styles from "./today.module.css";

const WIDTH = 84;
const HEIGHT = 32;

/** The course of a number over the last days. The number beside it says the same, so it is decoration. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.map((value) => value ?? 0);
  const most = Math.max(1, ...known);
  const step = WIDTH / Math.max(1, known.length - 1);
  const points = known.map(
    (value, at) => `${(at * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`,
  );
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polygon
        className={styles["spark-area"]}
        points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`}
      />
      <polyline className={styles["spark-line"]} points={points.join(" ")} />
    </svg>
  );
}
