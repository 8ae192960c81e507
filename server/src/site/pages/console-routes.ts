import { type ConsolePage, languages, type PageName, type PageRow, pageNames } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { DomainError } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { agreedPages, type ChangingPage, changePage, restorePage } from "./change-page.ts";
import type { InformationPages, TextsOfPage } from "./information.ts";
import { keepPreview } from "./own-pages.ts";
import * as repository from "./repository.ts";

/** What the console's calls about the pages need. */
export interface ConsolePagesOptions {
  db: Db;
  clock: Clock;
  information: InformationPages;
  /** Returns how an operator is named to colleagues; null when there is none. */
  nameOf: (operatorId: string) => Promise<string | null>;
  /** Returns the address of a preview. */
  previewAddress: (code: string) => string;
  /** Counts the members who agreed to a document, and not to this version of it. */
  countAgreedBefore: (agreed: { document: PageName; version: string }) => Promise<number>;
}

/** Registers the console's calls about the information pages. */
export function registerConsolePages(http: Http, options: ConsolePagesOptions): void {
  const { db, clock, information, previewAddress, countAgreedBefore } = options;
  const actingAs = ({ actor }: OperatorCaller): ChangingPage => ({ db, clock, information, by: actor });
  handleConsoleCall(http, "GET /api/console/pages", async () => ({
    info: { pages: await describePages(options) },
  }));
  handleConsoleCall(http, "GET /api/console/pages/one", async ({ query }) => ({
    info: await describePage(options, query),
  }));
  handleConsoleCall(
    http,
    "POST /api/console/pages",
    async ({ operator, body: { dryRun = false, ...body } }) => {
      const date = await namingOther(options, () => changePage({ ...actingAs(operator), dryRun }, body));
      if (!dryRun) await seen(options);
      const mustAgree = isAgreed(body.name)
        ? await countAgreedBefore({ document: body.name, version: date })
        : null;
      return { info: { page: await describePage(options, body), date, mustAgree } };
    },
  );
  handleConsoleCall(http, "POST /api/console/pages/restore", async ({ operator, body }) => {
    await namingOther(options, () => restorePage(actingAs(operator), body));
    await seen(options);
    return { info: await describePage(options, body) };
  });
  handleConsoleCall(http, "POST /api/console/pages/preview", async ({ operator, body }) => ({
    info: { address: previewAddress(await keepPreview({ db, clock, by: operator.actor }, body)) },
  }));
}

/** The answer shows what this node shows: the notification of the change may come later. */
async function seen({ information }: ConsolePagesOptions): Promise<void> {
  information.forget();
  await information.textsOf("contactUs", "en");
}

function isAgreed(name: PageName): boolean {
  return (agreedPages as readonly PageName[]).includes(name);
}

async function describePages({ db, information }: ConsolePagesOptions): Promise<PageRow[]> {
  const rows = await repository.listPages(db);
  const keys = pageNames.flatMap((name) => languages.map((language) => ({ name, language })));
  return Promise.all(
    keys.map(async ({ name, language }) => {
      const texts = await information.textsOf(name, language);
      const { source, text } = shownOf(texts);
      const row = rows.find((one) => one.name === name && one.language === language);
      return {
        name,
        language,
        title: text.title,
        source,
        date: text.version,
        changedAt: row?.changed_at.toISOString() ?? null,
      };
    }),
  );
}

function shownOf({ file, own, usual }: TextsOfPage) {
  if (file) return { source: "file" as const, text: file };
  return own ? { source: "own" as const, text: own } : { source: "usual" as const, text: usual };
}

async function describePage(
  { db, information, nameOf }: ConsolePagesOptions,
  { name, language }: repository.PageKey,
): Promise<ConsolePage> {
  const [texts, row, versions] = await Promise.all([
    information.textsOf(name, language),
    repository.findPage(db, { name, language }),
    repository.listVersions(db, { name, language }),
  ]);
  const { source, text } = shownOf(texts);
  const { file, usual } = texts;
  return {
    name,
    language,
    source,
    date: text.version,
    version: row?.version ?? 0,
    own: row?.title != null && row.markdown !== null ? { title: row.title, markdown: row.markdown } : null,
    usual: { title: usual.title, markdown: usual.markdown.trim() },
    file: file && { title: file.title, markdown: file.markdown, path: file.file },
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row ? await nameOf(row.changed_by) : null,
    isAgreed: isAgreed(name),
    versions: await Promise.all(
      versions.map(async ({ version, at, actor, cause, markdown }) => ({
        version,
        at: at.toISOString(),
        by: await nameOf(actor),
        cause,
        length: markdown?.length ?? null,
      })),
    ),
  };
}

/** Adds the name of the other operator to a refusal of what they changed meanwhile. */
async function namingOther<T>({ nameOf }: ConsolePagesOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== "changed_meanwhile") throw error;
    const info = error.info as { by: string | null };
    const by = info.by === null ? null : await nameOf(info.by);
    throw new DomainError(error.code, error.reason, { info: { ...info, by } });
  }
}
