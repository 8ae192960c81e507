import type { Today } from "@cliffhanger/contract/console/today";
import type { StartStep } from "@cliffhanger/contract/console/today-kinds";
import { Circle, CircleCheck } from "lucide-react";
import { Link } from "wouter";
import { t } from "../../lib/messages.ts";
import { Panel } from "../../ui/panel.tsx";
import styles from "./today.module.css";

/** Where each step is done; what needs a setting of the server is said in words instead. */
const places: Record<StartStep, string | null> = {
  site: "/site",
  upload: "/series?dialog=upload",
  publish: "/series",
  plan: "/plans",
  gateway: null,
  mail: null,
  sale: null,
};

/** The steps of a new site to its first sale, with how far it is. */
export function FirstSteps({ steps }: { steps: NonNullable<Today["start"]> }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel title={t("today.steps")} hint={t("today.stepsHint", { done, count: steps.length })}>
      <ol className={styles.rows} aria-label={t("today.steps")}>
        {steps.map(({ step, isDone }) => {
          const place = places[step];
          const words = t(`today.step.${step}`);
          return (
            <li key={step} className={styles.row}>
              {isDone ? (
                <CircleCheck size={18} className={styles.done} role="img" aria-label={t("today.isDone")} />
              ) : (
                <Circle size={18} className={styles.open} role="img" aria-label={t("today.isOpen")} />
              )}
              <span className={styles["need-words"]}>
                {place !== null && !isDone ? (
                  <Link href={place} className={styles.name}>
                    {words}
                  </Link>
                ) : (
                  <span className={styles["need-title"]}>{words}</span>
                )}
                <span className={styles.quiet}>{t(`today.stepText.${step}`)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
