import { randomInt } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Accounts, addMember, findAddedMember } from "#accounts";
import { featureFirst, findSource, listEpisodes, listPage, type SeriesSeed, seedCatalogue } from "#catalogue";
import { addFavorite, type Library } from "#library";
import { findBundles, importBundle, removeSeries } from "#media";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import type { DemoBuyer } from "./demo-purchases.ts";

/** What the demo says of its series beside their films; keys are the bundles' folders. */
interface Programme {
  /** What the carousel shows, in order. */
  featured: string[];
  series: Record<string, { plays: number; daysAgo: number }>;
}

/** Takes in the demo catalogue that comes with the software; what is there already stays as it is. */
export async function loadDemo(
  context: { db: Db; clock: Clock; store: MediaStore; log: Log },
  root: string,
): Promise<void> {
  const { db, clock, log } = context;
  const programme = JSON.parse(await readFile(join(root, "demo/programme.json"), "utf8")) as Programme;
  const fresh: SeriesSeed[] = [];
  for (const folder of await findBundles(join(root, "demo/catalogue"))) {
    const { imported } = await importBundle(context, folder);
    const said = programme.series[basename(folder)];
    if (imported && said) fresh.push({ ...said, sourceKey: sourceKeyOf(folder) });
  }
  if (fresh.length === 0) return;
  await seedCatalogue(db, clock, fresh);
  await featureFirst(db, programme.featured.map(sourceKeyOf));
  log.info({ series: fresh.length }, "Took in the demo catalogue");
}

/** Takes the demo catalogue out again; what is the operator's own stays. Returns what was done, a sentence each. */
export async function removeDemo(db: Db, clock: Clock, root: string): Promise<string[]> {
  const said: string[] = [];
  for (const folder of await findBundles(join(root, "demo/catalogue"))) {
    const source = await findSource(db, { sourceKey: sourceKeyOf(folder) });
    if (source) said.push(await removeSeries(db, clock, source.id));
  }
  return said;
}

function sourceKeyOf(folder: string): string {
  return `bundle:${basename(folder)}`;
}

/** An account to try the product with. `password` is null where it is another one than was made here. */
export interface DemoAccount {
  email: string;
  password: string | null;
}

/** What the demo accounts are made with. */
export interface DemoContext {
  accounts: Accounts;
  library: Library;
  dataDir: string;
  /** Buys what an account is named for. */
  buy: (buyer: DemoBuyer) => Promise<void>;
}

const addresses = ["free", "member", "unlocked"].map((name) => `${name}@cliffhanger.test`);
/** Whose history and list are not empty. */
const livedIn = "member@cliffhanger.test";
const buys: Record<string, DemoBuyer["buys"]> = {
  "member@cliffhanger.test": "membership",
  "unlocked@cliffhanger.test": "series",
};

/** An account as the file in the data folder tells of it. */
interface NotedAccount {
  email: string;
  password: string;
  mark: string;
}

/**
 * Makes the demo's accounts where they are missing. Their passwords are this data folder's own, and lie in a file there
 * that its owner alone may read.
 */
export async function makeDemoAccounts({
  accounts,
  library,
  dataDir,
  buy,
}: DemoContext): Promise<DemoAccount[]> {
  const path = join(dataDir, "demo-accounts.json");
  const noted = await readNoted(path);
  const told: DemoAccount[] = [];
  for (const email of addresses) {
    const note = noted.get(email);
    const member = await findAddedMember(accounts, email);
    if (member) {
      told.push({ email, password: note?.mark === member.mark ? note.password : null });
      continue;
    }
    const password = note?.password ?? newPassword();
    const made = await addMember(accounts, { email, password, language: "en" });
    // Null: another node on the database was quicker, with a password of its own.
    told.push({ email, password: made && password });
    if (!made) continue;
    noted.set(email, { email, password, mark: made.mark });
    // At once: whoever ends the start here would not know the password of what is made already.
    await writeNoted(path, [...noted.values()]);
    if (email === livedIn) await liveIn(accounts, library, made.id);
    const wanted = buys[email];
    if (wanted) await buy({ email, password, buys: wanted });
  }
  return told;
}

/** The accounts as lines of a table. */
export function demoAccountLines(told: readonly DemoAccount[]): string[] {
  const width = Math.max(...told.map(({ email }) => email.length));
  return told.map(
    ({ email, password }) => `${email.padEnd(width)}   ${password ?? "(password not known here)"}`,
  );
}

/** Twelve letters that can be read out: 2⁴⁰ of them. */
function newPassword(): string {
  const letter = (of: string) => of.charAt(randomInt(of.length));
  const syllable = () => letter("bdghjklmnprstvwz") + letter("aeiou");
  const word = () => syllable() + syllable();
  return [word(), word(), word()].join("-");
}

async function readNoted(path: string): Promise<Map<string, NotedAccount>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  const list = JSON.parse(text) as NotedAccount[];
  return new Map(list.map((account) => [account.email, account]));
}

async function writeNoted(path: string, list: NotedAccount[]): Promise<void> {
  const half = `${path}.${randomWord(6)}`;
  await writeFile(half, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
  await chmod(half, 0o600);
  await rename(half, path);
}

/** Something to come back to, done as a viewer does it: three series begun on the evenings before, and two on the list. */
async function liveIn({ db, clock }: Accounts, library: Library, memberId: string): Promise<void> {
  const { series } = await listPage(db, { type: "all" }, "newest", { offset: 0, limit: 3 });
  const watch = (episodeId: string, position: number, duration: number, at: Date) =>
    library.report({ id: memberId, kind: "member" }, [
      { episodeId, position, duration, done: position === duration, at: at.toISOString() },
    ]);
  for (const [place, { id }] of series.entries()) {
    const evening = clock.now().getTime() - (place + 1) * 86_400_000;
    const [first, second] = (await listEpisodes(db, id)).filter(({ free }) => free);
    if (!first) continue;
    await watch(first.id, second ? first.duration : first.duration / 2, first.duration, new Date(evening));
    if (second) await watch(second.id, second.duration / 2, second.duration, new Date(evening + 60_000));
  }
  for (const { id } of series.slice(0, 2)) await addFavorite({ db, clock }, memberId, id);
}
