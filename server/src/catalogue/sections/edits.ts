import { homeKinds, languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { SaidError, type Say } from "#platform/said";
import type { SectionContent, SectionSource, SectionTimes, Texts } from "../tables.ts";
import * as repository from "./repository.ts";

/** A mistake in an instruction, as a sentence for the operator. `field` is what it is about. */
export class SectionError extends SaidError {
  readonly field: string;

  constructor(what: string | Say, field = "section") {
    super(what);
    this.field = field;
  }
}

/** How many series a section shows unless it is told otherwise. */
export const USUAL_SIZE = 20;
const MAX_SECTION_SIZE = 60;
const MAX_SECTIONS = 40;
const MAX_TITLE_LENGTH = 80;
/** As `toISOString` writes it, so that moments compare as texts. */
const ISO = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const ID = /^[A-Za-z0-9_-]{1,32}$/;

/** Changes to a section. Omitted fields stay, or get their default in a new section. A title of "" is removed. */
export interface SectionEdit {
  kind?: string | undefined;
  source?: SectionSource | undefined;
  size?: number | undefined;
  titles?: Texts | undefined;
  shown?: Partial<SectionTimes> | undefined;
}

/** Sections in their order. */
export type Sections = readonly SectionContent[];

/** Returns the sections with another one at an index. */
export async function withSection(
  db: Db,
  sections: Sections,
  { id, at, edit }: { id: string; at: number; edit: SectionEdit },
): Promise<SectionContent[]> {
  if (!ID.test(id)) throw new SectionError((t) => t("homeFault.id", { id }), "id");
  if (sections.some((section) => section.id === id))
    throw new SectionError((t) => t("homeFault.exists", { id }), "id");
  if (sections.length >= MAX_SECTIONS)
    throw new SectionError((t) => t("homeFault.most", { most: MAX_SECTIONS }));
  const fresh: SectionContent = {
    id,
    kind: "row",
    title: {},
    source: { type: "newest" },
    size: USUAL_SIZE,
  };
  return sections.toSpliced(at, 0, await changed(db, fresh, edit, sections));
}

/** Returns the sections with one of them changed. */
export async function withChange(
  db: Db,
  sections: Sections,
  id: string,
  edit: SectionEdit,
): Promise<SectionContent[]> {
  const section = sectionOf(sections, id);
  const others = sections.filter((other) => other !== section);
  const next = await changed(db, section, edit, others);
  return sections.map((other) => (other === section ? next : other));
}

/** Returns the sections with one of them at another index. */
export function withMove(sections: Sections, id: string, at: number): SectionContent[] {
  const section = sectionOf(sections, id);
  return sections.filter((other) => other !== section).toSpliced(at, 0, section);
}

/** Returns the sections without one of them. */
export function withoutSection(sections: Sections, id: string): SectionContent[] {
  const section = sectionOf(sections, id);
  return sections.filter((other) => other !== section);
}

function sectionOf(sections: Sections, id: string): SectionContent {
  const found = sections.find((section) => section.id === id);
  if (found) return found;
  const ids = sections.map((section) => section.id).join(", ");
  throw new SectionError(
    (t) => (ids === "" ? t("homeFault.noneYet", { id }) : t("homeFault.none", { id, ids })),
    "id",
  );
}

async function changed(
  db: Db,
  before: SectionContent,
  edit: SectionEdit,
  others: Sections,
): Promise<SectionContent> {
  const kind = homeKinds.find((one) => one === (edit.kind ?? before.kind));
  if (!kind)
    throw new SectionError(
      (t) => t("homeFault.kind", { kind: edit.kind ?? "", kinds: homeKinds.join(", ") }),
      "kind",
    );
  const source = edit.source ?? before.source;
  if ((kind === "switcher") !== (source.type === "categories"))
    throw new SectionError((t) => t("homeFault.categories"), "source");
  if (kind === "featured" && others.some((other) => other.kind === "featured"))
    throw new SectionError((t) => t("homeFault.featured"), "kind");
  if (edit.source !== undefined) await checkSource(db, source);
  if (edit.size !== undefined) checkSize(edit.size);
  const title = withTitles(before.title, edit.titles ?? {});
  const shown = withTimes(before.shown, edit.shown);
  return { id: before.id, kind, source, size: edit.size ?? before.size, title, ...(shown && { shown }) };
}

function withTimes(before: SectionContent["shown"], edit: SectionEdit["shown"]): SectionTimes | null {
  const shown = { from: null, until: null, ...before, ...edit };
  for (const [name, at] of Object.entries(shown))
    if (at !== null && !ISO.test(at))
      throw new SectionError((t) => t("homeFault.moment", { at }), `shown.${name}`);
  const { from, until } = shown;
  if (from !== null && until !== null && from >= until)
    throw new SectionError((t) => t("homeFault.until"), "shown.until");
  return from === null && until === null ? null : { from, until };
}

async function checkSource(db: Db, source: SectionSource): Promise<void> {
  if (source.type !== "tag" && source.type !== "series") return;
  const [what, ids] =
    source.type === "tag" ? (["tag", [source.tag]] as const) : (["series", source.ids] as const);
  const known = await repository.listKnown(db, what, ids);
  const missing = ids.filter((id) => !known.includes(id));
  if (missing.length > 0) {
    const id = what === "tag" ? "homeFault.noTag" : "homeFault.noSeries";
    throw new SectionError((t) => t(id, { ids: missing.join(", ") }), "source");
  }
}

function checkSize(size: number): void {
  if (Number.isInteger(size) && size >= 1 && size <= MAX_SECTION_SIZE) return;
  throw new SectionError((t) => t("homeFault.size", { size, most: MAX_SECTION_SIZE }), "size");
}

function withTitles(before: Texts, titles: Texts): Texts {
  const after = { ...before };
  for (const language of languages) {
    const title = titles[language];
    if (title === undefined) continue;
    if (title.length > MAX_TITLE_LENGTH)
      throw new SectionError(
        (t) => t("homeFault.titleLong", { language, most: MAX_TITLE_LENGTH }),
        `title.${language}`,
      );
    if (title.trim() !== "") after[language] = title.trim();
    else delete after[language];
  }
  if (!after.en) throw new SectionError((t) => t("homeFault.title"), "title.en");
  return after;
}
