import type { JobRow } from "@cliffhanger/contract/console/jobs";
import { t } from "../../lib/messages.ts";

/** Returns what a job is about. */
export function wordsOf({ queue, kind }: Pick<JobRow, "queue" | "kind">): string {
  return queue === "mail" ? t("jobs.mail", { kind: kind ?? "–" }) : t(`jobs.one.${queue}`);
}
