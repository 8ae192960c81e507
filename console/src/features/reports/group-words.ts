import { isMessage, t } from "../../lib/messages.ts";

/**
 * Returns the name of a group in words. What a campaign or a link is called stays as it was given; a kind of visit, and what no
 * visit tells, such as "(unknown)", has a name of ours.
 */
export function groupWords(by: string, label: string): string {
  const given = /^\((.+)\)$/.exec(label)?.[1] ?? (by === "kind" ? label : null);
  const id = `reports.kind.${given ?? ""}`;
  return isMessage(id) ? t(id) : label;
}
