import type { Language } from "@cliffhanger/contract";
import { longDate } from "#platform/long-date";
import { type MessageId, messagesIn } from "#platform/messages";
import type { ExportFiles } from "../events.ts";

const own: ExportFiles = {
  account: "exports.files.account",
  sessions: "exports.files.sessions",
  agreements: "exports.files.agreements",
};

/** Returns the readme of an export, which describes each file. `described`: the descriptions of the domains' files. */
export function readmeOf(
  files: readonly string[],
  { site, at, language, described }: { site: string; at: Date; language: Language; described: ExportFiles },
): string {
  const t = messagesIn(language);
  const known: Partial<Record<string, MessageId>> = { ...described, ...own };
  const width = Math.max(...files.map((name) => name.length)) + ".json".length;
  const lines = files.map((name) => {
    const about = known[name];
    return about === undefined ? `${name}.json` : `${`${name}.json`.padEnd(width)}  ${t(about)}`;
  });
  const heading = t("exports.title", { site: site || "Cliffhanger", day: longDate(at) });
  const underline = "=".repeat(Array.from(heading).length);
  const text = [heading, underline, "", t("exports.intro"), "", ...lines, "", t("exports.times")];
  return `${text.join("\r\n")}\r\n`;
}
