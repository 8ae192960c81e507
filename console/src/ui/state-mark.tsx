import type { SeriesState } from "@cliffhanger/contract/console/series";
import { t } from "../lib/messages.ts";
import { Mark } from "./mark.tsx";

const tones = { live: "green", draft: "plain", withdrawn: "amber" } as const;

/** The state of a series. */
export function StateMark({ state }: { state: SeriesState }) {
  return <Mark tone={tones[state]}>{t(`series.state.${state}`)}</Mark>;
}
