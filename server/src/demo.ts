import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Accounts, addMember, findAddedMember, findMemberByEmail, hasMembers } from "#accounts";
import { hasOrders } from "#billing";
import { featureFirst, findSource, listEpisodes, listPage, type SeriesSeed, seedCatalogue } from "#catalogue";
import { addFavorite, type Library } from "#library";
import { loadBundles } from "#media";
import { findOperator, invite, lifetimes, linkOf } from "#operators";
import { systemActor } from "#platform/actor";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import type { DemoBuyer } from "./demo-purchases.ts";

/** The demo's metadata of its series, in addition to their videos; keys are the bundles' folders. */
interface Programme {
  /** The series of the carousel, in order. */
  featured: string[];
  series: Record<string, { plays: number; daysAgo: number }>;
}

/** Adds the demo catalogue that comes with the software; existing series stay unchanged. */
export async function loadDemo(
  given: { db: Db; clock: Clock; store: MediaStore; log: Log },
  root: string,
): Promise<void> {
  const { log } = given;
  const context = { ...given, by: systemActor("demo") };
  const programmeFile = join(root, "demo/programme.json");
  if (!existsSync(programmeFile))
    return log.info("This release has no demo catalogue; a clone of the sources has");
  const programme = JSON.parse(await readFile(programmeFile, "utf8")) as Programme;
  const { findBundles, importBundle } = await loadBundles();
  const fresh: SeriesSeed[] = [];
  for (const folder of await findBundles(join(root, "demo/catalogue"))) {
    const { imported } = await importBundle(context, folder);
    const said = programme.series[basename(folder)];
    if (imported && said) fresh.push({ ...said, sourceKey: sourceKeyOf(folder) });
  }
  if (fresh.length === 0) return;
  await seedCatalogue(context, fresh);
  await featureFirst(context, programme.featured.map(sourceKeyOf));
  log.info({ series: fresh.length }, "Demo catalogue added");
}

const owner = "owner@cliffhanger.test";

/** Invites the demo's owner of the console; returns the sign-in link, or null once they have joined. */
export async function makeDemoOwner(
  { db, clock }: { db: Db; clock: Clock },
  origin: string,
): Promise<string | null> {
  const known = await findOperator(db, { email: owner });
  if (known && known.state !== "invited") return null;
  const lasts = lifetimes.demoInvitation;
  const invitation = await invite(
    { db, clock, by: systemActor("demo") },
    { email: owner, role: "owner", lasts },
  );
  return linkOf(origin, invitation);
}

/** Removes the demo catalogue; the operator's own content stays. Returns what was done, as sentences. */
export async function removeDemo(acting: Acting, root: string): Promise<string[]> {
  const { findBundles, removeSeries } = await loadBundles();
  const said: string[] = [];
  for (const folder of await findBundles(join(root, "demo/catalogue"))) {
    const source = await findSource(acting.db, { sourceKey: sourceKeyOf(folder) });
    if (source) said.push(await removeSeries(acting, source.id));
  }
  return said;
}

function sourceKeyOf(folder: string): string {
  return `bundle:${basename(folder)}`;
}

/** An account to try the product with. `password` is null when it differs from the one created here. */
export interface DemoAccount {
  email: string;
  password: string | null;
}

/** What creating the demo accounts needs. */
export interface DemoContext {
  accounts: Accounts;
  library: Library;
  dataDir: string;
  /** Makes the purchase of an account. */
  buy: (buyer: DemoBuyer) => Promise<void>;
}

const addresses = ["free", "member", "unlocked"].map((name) => `${name}@cliffhanger.test`);
/** The account with a history and a list. */
const livedIn = "member@cliffhanger.test";
const buys: Record<string, DemoBuyer["buys"]> = {
  "member@cliffhanger.test": "membership",
  "unlocked@cliffhanger.test": "series",
};

/**
 * Throws a sentence when a database has members or orders and no demo account. The start probably lacks the settings of a real site, whose
 * renewals would go to the simulators, and whose members would lose their memberships.
 */
export async function refuseRealSite(db: Db): Promise<void> {
  if (!(await hasMembers(db)) && !(await hasOrders(db))) return;
  for (const email of addresses) if (await findMemberByEmail(db, email)) return;
  throw new Error(
    "This database is that of a site without the demo, and no setting says that the demo is off. Set PUBLIC_ORIGIN and the other settings of the site, or DEMO=off. DEMO=on starts the demo here all the same.",
  );
}

/** An account as stored in the file in the data folder. */
interface NotedAccount {
  email: string;
  password: string;
  mark: string;
}

/**
 * Creates missing demo accounts. Their passwords are random for each data folder and stored in a file there that only
 * its owner may read.
 */
export async function makeDemoAccounts({
  accounts,
  library,
  dataDir,
  buy,
}: DemoContext): Promise<DemoAccount[]> {
  const path = join(dataDir, "demo-accounts.json");
  const noted = await readNoted(path);
  const demoAccounts: DemoAccount[] = [];
  for (const email of addresses) {
    const note = noted.get(email);
    const member = await findAddedMember(accounts, email);
    if (member) {
      demoAccounts.push({ email, password: note?.mark === member.mark ? note.password : null });
      continue;
    }
    const password = note?.password ?? newPassword();
    const made = await addMember(accounts, { email, password, language: "en" });
    // Null: another node on the database was faster, with another password.
    demoAccounts.push({ email, password: made && password });
    if (!made) continue;
    noted.set(email, { email, password, mark: made.mark });
    // Written at once: if the start were interrupted here, the passwords of accounts created so far would be lost.
    await writeNoted(path, [...noted.values()]);
    if (email === livedIn) await liveIn(accounts, library, made.id);
    const wanted = buys[email];
    if (wanted) await buy({ email, password, buys: wanted });
  }
  return demoAccounts;
}

/** Returns the accounts as lines of a table. */
export function demoAccountLines(demoAccounts: readonly DemoAccount[]): string[] {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length));
  return demoAccounts.map(
    ({ email, password }) => `${email.padEnd(width)}   ${password ?? "(password not known here)"}`,
  );
}

/** Returns a password of twelve pronounceable letters: 2⁴⁰ possibilities. */
function newPassword(): string {
  const index = (of: string) => of.charAt(randomInt(of.length));
  const syllable = () => index("bdghjklmnprstvwz") + index("aeiou");
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

/** Adds a viewer's history and list: three series started on previous evenings, and two on the list. */
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
