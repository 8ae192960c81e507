/** `npm run section -- list | add | set | move | remove | titles`: the sections of the home screen. */
import { languages, parseLanguage } from "@cliffhanger/contract";
import { type CommandWork, commandMain, runIfStarted } from "#platform/command";
import type { Db } from "#platform/db/database";
import { USAGE } from "./section-usage.ts";
import { listSections } from "./sections/repository.ts";
import {
  addSection,
  moveSection,
  removeSection,
  SectionError,
  setSection,
  sourceText,
} from "./sections/sections.ts";
import type { Texts } from "./tables.ts";

type Change = Parameters<typeof setSection>[2] & { at?: string | undefined };

/** Returns the action of a command line; null if it is invalid. */
function workOf(
  verb = "",
  id: string | undefined,
  rest: readonly string[],
  change: Change,
): CommandWork | null {
  if (verb === "list" && id === undefined) return nothing;
  if (id === undefined) return null;
  if (verb === "add" && rest.length === 0) return (context) => addSection(context, id, change, change.at);
  if (verb === "set" && rest.length === 0) return (context) => setSection(context, id, change);
  if (verb === "titles" && rest.length > 0)
    return (context) => setSection(context, id, { titles: titlesOf(rest) });
  const [place] = rest;
  if (verb === "move" && place !== undefined && rest.length === 1)
    return (context) => moveSection(context, id, place);
  if (verb === "remove" && rest.length === 0) return (context) => removeSection(context, id);
  return null;
}

async function nothing(): Promise<void> {
  // Every command ends by listing the sections.
}

function titlesOf(pairs: readonly string[]): Texts {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", title = ""] = pair.split(/=(.*)/s);
      const language = parseLanguage(name);
      if (!language)
        throw new SectionError(`"${pair}" is no title. Give LANGUAGE="TITLE", such as fr="À la une".`);
      return [language, title];
    }),
  );
}

async function show(db: Db): Promise<void> {
  const sections = await listSections(db);
  if (sections.length === 0) return console.log("Home has no sections.");
  for (const [at, { id, kind, size, source, title }] of sections.entries()) {
    const missing = languages.filter((language) => !title[language]);
    const lacks = missing.length > 0 ? `  (English for ${missing.join(", ")})` : "";
    console.log(`${String(at + 1).padStart(2)}  ${id}: ${title.en ?? ""}${lacks}`);
    console.log(`    ${kind} of ${size}, ${sourceText(source)}`);
  }
}

/** The program of this file. */
export const main = commandMain({
  name: "section",
  usage: USAGE,
  options: {
    source: { type: "string" },
    kind: { type: "string" },
    size: { type: "string" },
    title: { type: "string" },
    at: { type: "string" },
  },
  faults: [SectionError],
  workOf({ values, positionals: [verb, id, ...rest] }) {
    const titles = values.title === undefined ? undefined : { en: values.title };
    return workOf(verb, id, rest, { ...values, titles });
  },
  show: ({ db }) => show(db),
});
await runIfStarted(import.meta, main);
