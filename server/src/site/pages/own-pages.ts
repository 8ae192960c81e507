import { randomBytes } from "node:crypto";
import type { InformationPage, Language, PageName, Site } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { requireText } from "./change-page.ts";
import { pageOf } from "./information.ts";
import * as repository from "./repository.ts";
import { type PageTexts, textKey } from "./texts.ts";
import { valuesOf } from "./values.ts";

const LIFE_MS = 3_600_000;

/** Returns the texts that operators wrote in the console, by page and language. */
export async function readOwnPages(db: Db): Promise<PageTexts> {
  const rows = await repository.listPages(db);
  return new Map(
    rows.flatMap(({ name, language, title, markdown, date }) =>
      title !== null && markdown !== null && date !== null
        ? [
            [
              textKey(name, language),
              { title, markdown, version: date, file: `The text of ${name} in ${language}` },
            ] as const,
          ]
        : [],
    ),
  );
}

/** Keeps a text for an hour, to be shown as a page. Returns the code that opens it. */
export async function keepPreview(
  { db, clock, by }: { db: Db; clock: Clock; by: { id: string } },
  text: { name: PageName; language: Language; title: string; markdown: string },
): Promise<string> {
  await requireText(text);
  const code = randomBytes(32).toString("base64url");
  const until = new Date(clock.now().getTime() + LIFE_MS);
  await repository.savePreview(db, { ...text, actor: by.id, code, until });
  return code;
}

/** Returns a kept text as a page; undefined when the code opens nothing. */
export async function readPreview(
  { db, clock, publicOrigin }: { db: Db; clock: Clock; publicOrigin: string | null },
  { code, site, date }: { code: string; site: Site; date: (name: PageName) => string },
): Promise<InformationPage | undefined> {
  const row = await repository.findPreview(db, code, clock.now());
  if (!row) return undefined;
  const { name, language, title, markdown } = row;
  return pageOf(
    { title, markdown, version: date(name), file: "" },
    { name, language },
    valuesOf(site, publicOrigin),
  );
}
