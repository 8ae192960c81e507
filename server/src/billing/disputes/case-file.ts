import { evidenceFields } from "../records/disputes/fields.ts";
import type { CaseRow } from "../records/disputes/repository.ts";
import { CaseError } from "./case-error.ts";

/** Returns the texts of a case as a file that a person edits: a line `## field` before each text. */
export function fileOf({ texts }: Pick<CaseRow, "texts">): string {
  return `${Object.entries(texts)
    .map(([name, text]) => `## ${name}\n${text}`)
    .join("\n\n")}\n`;
}

/** Parses such a file. Throws for a field that the gateway does not take, and for a text that is too long. */
export function parseCaseFile(gateway: CaseRow["gateway"], file: string): Record<string, string> {
  const texts: Record<string, string> = {};
  const [before = "", ...parts] = file.replaceAll("\r\n", "\n").split(/^## (\S+)[ \t]*$/m);
  if (before.trim() !== "" || parts.length === 0)
    throw new CaseError(
      `The file begins with a line such as "## ${Object.keys(evidenceFields[gateway])[0]}".`,
    );
  for (let at = 0; at < parts.length; at += 2) {
    const [name = "", text = ""] = [parts[at], parts[at + 1]?.trim()];
    if (Object.hasOwn(texts, name)) throw new CaseError(`The field "${name}" is there twice.`);
    texts[name] = text;
  }
  return checkTexts(gateway, texts);
}

/** Returns the texts of a case without empty ones. Throws for a field that the gateway does not take, and for one too long. */
export function checkTexts(
  gateway: CaseRow["gateway"],
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  const fields = evidenceFields[gateway];
  for (const [name, text] of Object.entries(texts)) {
    const most = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (most === undefined)
      throw new CaseError(`There is no field "${name}". The fields are: ${Object.keys(fields).join(", ")}.`);
    if (text.length > most)
      throw new CaseError((t) => t("caseFault.long", { name, length: text.length, most }));
  }
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== "");
  if (given.length === 0) throw new CaseError((t) => t("caseFault.empty"));
  return Object.fromEntries(given);
}
