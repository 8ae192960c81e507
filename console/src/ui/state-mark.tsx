import type { SeriesState } from "@cliffhanger/contract/console/series";
import { t } from "../lib/messages.ts";
import { Mark } from "./mark.tsx";

const tones = { live: "green", draft: "plain", withdrawn: "amber" } as const;

/** The state of a series. `isScheduled`: it has a time to come, which a draft is not without. */
export function StateMark({ state, isScheduled = false }: { state: SeriesState; isScheduled?: boolean }) {
  if (state === "draft" && isScheduled) return <Mark tone="blue">{t("series.state.scheduled")}</Mark>;
  return <Mark tone={tones[state]}>{t(`series.state.${state}`)}</Mark>;
}
