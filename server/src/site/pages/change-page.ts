import type { PageChange, PageName } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { notify } from "#platform/db/listen";
import { changedMeanwhile, DomainError, invalid, notFound } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { siteChanged } from "../events.ts";
import { faultOf, type InformationPages } from "./information.ts";
import * as repository from "./repository.ts";

const DAY_MS = 86_400_000;
const LONGEST_TITLE = 120;

/** Who changes pages; `dryRun` checks everything and changes nothing. */
export interface ChangingPage extends Acting {
  information: InformationPages;
  dryRun?: boolean;
}

/** Sets the operator's own text of a page, or takes that of the software. Returns the date that agreements name then. */
export async function changePage(
  { information, dryRun = false, ...acting }: ChangingPage,
  { name, language, version, text, isNewVersion }: Omit<PageChange, "dryRun">,
): Promise<string> {
  const present = information.versions()[name];
  const date = isNewVersion ? laterDate(present, acting.clock.now()) : present;
  if (text) await requireText(text);
  const checked = text && { title: text.title.trim(), markdown: text.markdown.replaceAll("\r\n", "\n") };
  if (dryRun) {
    requireVersion(await repository.findPage(acting.db, { name, language }), version);
    return date;
  }
  await audited(acting, { action: "page.change" }, async (trx) => {
    const row = await lock(trx, { name, language });
    requireVersion(row, version);
    if (!checked && !row?.title) throw new DomainError(409, "already_so");
    return save({ trx, acting, row, key: { name, language }, next: checked && { ...checked, date } });
  });
  return date;
}

/** Makes an earlier text the operator's own again. It gets the date that agreements name now. */
export async function restorePage(
  { information, ...acting }: ChangingPage,
  { version, restore, ...key }: repository.PageKey & { version: number; restore: number },
): Promise<void> {
  await audited(acting, { action: "page.restore" }, async (trx) => {
    const row = await lock(trx, key);
    requireVersion(row, version);
    const found = await repository.findVersion(trx, key, restore);
    if (!found) throw notFound();
    const { title, markdown } = found;
    const date = information.versions()[key.name];
    const next = title !== null && markdown !== null ? { title, markdown, date } : null;
    return save({ trx, acting, row, key, next, cause: "restore" });
  });
}

type Row = Awaited<ReturnType<typeof repository.findPage>>;

async function save(given: {
  trx: Trx;
  acting: Acting;
  row: Row;
  key: repository.PageKey;
  next: { title: string; markdown: string; date: string } | null;
  cause?: "restore";
}) {
  const { trx, acting, row, key, next, cause } = given;
  const values = next ?? { title: null, markdown: null, date: null };
  const version = (row?.version ?? 0) + 1;
  await repository.savePage(trx, {
    ...key,
    ...values,
    version,
    changed_at: acting.clock.now(),
    changed_by: acting.by.id,
    cause: cause ?? (next ? "change" : "remove"),
  });
  await notify(trx, siteChanged, `page ${key.name} ${key.language}`);
  const before = { title: row?.title ?? null, markdown: row?.markdown ?? null, date: row?.date ?? null };
  const subject = { kind: "page", id: `${key.name}.${key.language}` };
  return { result: undefined, changes: [{ subject, before, after: { ...values, version } }] };
}

async function lock(trx: Trx, key: repository.PageKey): Promise<Row> {
  await repository.lockPages(trx);
  return repository.findPage(trx, key);
}

function requireVersion(row: Row, version: number): void {
  if ((row?.version ?? 0) === version) return;
  throw changedMeanwhile({ by: row?.changed_by ?? null, ...(row && { at: row.changed_at }) });
}

/** Refuses a text that could not be shown, with what is wrong at its field. */
export async function requireText({ title, markdown }: { title: string; markdown: string }): Promise<void> {
  const name = title.trim();
  if (name === "" || name.length > LONGEST_TITLE || /[\p{Cc}\u2028\u2029]/u.test(name))
    throw invalid([faultAt("title", (t) => t("pageFault.title", { most: LONGEST_TITLE }))]);
  if (markdown.trim() === "") throw invalid([faultAt("markdown", (t) => t("pageFault.empty"))]);
  const fault = await faultOf({ title: name, version: "2026-01-01", markdown, file: "" });
  if (fault)
    throw invalid([
      faultAt("markdown", (t, language) => t("pageFault.notShown", { why: fault.say(language) })),
    ]);
}

/** Returns today, or the day after the present version where that is today or later: versions only rise. */
function laterDate(present: string, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  if (present < today) return today;
  return new Date(Date.parse(present) + DAY_MS).toISOString().slice(0, 10);
}

/** The pages that people agree to when they register. */
export const agreedPages = ["serviceAgreement", "privacyPolicy"] as const satisfies readonly PageName[];
