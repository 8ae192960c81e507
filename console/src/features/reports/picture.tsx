import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import type { DaysPicture, EpisodesPicture, StepsPicture } from "./pictures.tsx";
import styles from "./reports.module.css";

// The library of pictures is a part of its own: figures and tables do not wait for it.
const Days = lazy(() => import("./pictures.tsx").then((part) => ({ default: part.DaysPicture })));
const Episodes = lazy(() => import("./pictures.tsx").then((part) => ({ default: part.EpisodesPicture })));
const Steps = lazy(() => import("./pictures.tsx").then((part) => ({ default: part.StepsPicture })));

const empty = <Skeleton height="100%" radius="md" />;

/** Lines over days, in the space that it keeps while it loads. */
export function DaysChart(props: ComponentProps<typeof DaysPicture>) {
  return (
    <div className={styles.picture}>
      <Suspense fallback={empty}>
        <Days {...props} />
      </Suspense>
    </div>
  );
}

/** Shares over episodes, in the space that it keeps while it loads. */
export function EpisodesChart(props: ComponentProps<typeof EpisodesPicture>) {
  return (
    <div className={styles.picture}>
      <Suspense fallback={empty}>
        <Episodes {...props} />
      </Suspense>
    </div>
  );
}

/** Shares at steps, in the space that it keeps while it loads. */
export function StepsChart(props: ComponentProps<typeof StepsPicture>) {
  return (
    <div className={styles.picture}>
      <Suspense fallback={empty}>
        <Steps {...props} />
      </Suspense>
    </div>
  );
}

/** The names of the lines of a picture, in its order. */
export function Legend({ names }: { names: readonly string[] }) {
  if (names.length < 2) return null;
  return (
    <ul className={styles.legend}>
      {names.map((name, at) => (
        <li key={name}>
          <span className={styles.swatch} data-line={at} />
          {name}
        </li>
      ))}
    </ul>
  );
}
