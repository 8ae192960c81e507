import { sumLedgerDays } from "../server/src/billing/index.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { unaudited } from "../server/test/unaudited.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { againstBare } from "./console/bare.ts";
import { besideOperators } from "./console/beside.ts";
import { manySeries } from "./console/bulk.ts";
import { CONNECTIONS, get, openSession, timesOf } from "./console/request.ts";
import { onScreens } from "./console/screens.ts";
import { fillShop } from "./console/seed.ts";
import { sizes } from "./console/seed-people.ts";
import { onShop } from "./console/shop.ts";
import { uploading } from "./console/uploads.ts";
import { alone, type Outcome, type Row, share } from "./measure.ts";
import { type Running, startOurs } from "./processes.ts";
import { grantKeys } from "./watching.ts";

const AUDIT_ROWS = 500_000;
const SECONDS = 4;
const PAGES = 200;

const amount = (count: number) => count.toLocaleString("en-US");

/** The calls behind the console's screens of content, each with parameters drawn anew for every request. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  await fillAudit(catalogue);
  await fillShop(catalogue);
  await sumLedgerDays({ db: catalogue.database.db, clock: systemClock }, "UTC");
  const ids = await idsOf(catalogue);
  const [words, common] = [await wordsOf(catalogue, "desc"), await wordsOf(catalogue, "asc")];
  const cookie = await openSession(catalogue);
  // The first process with all roles makes the tables of jobs, which an order's page reads.
  const worker = await startOurs(catalogue.env, { args: [] });
  const bulk = await manySeries(catalogue, { worker, cookie });
  await worker.stop();
  const ours = await startOurs({ ...catalogue.env, GRANT_KEYS: grantKeys });
  try {
    const cursors = await cursorsOf(ours, cookie);
    const of = <T>(list: readonly T[], no: number): T => list[no % list.length] as T;
    const calls: Record<string, (no: number) => string> = {
      "the list of series": (no) => `series?sort=${of(["changed", "title", "plays", "created"], no)}`,
      "a later page of it": (no) => `series?sort=title&after=${encodeURIComponent(of(cursors, no))}`,
      "the list searched": (no) => `series?search=${encodeURIComponent(of(words, no))}`,
      "the list searched by a word of thousands": (no) =>
        `series?search=${encodeURIComponent(of(common, no))}`,
      "a series": (no) => `series/one?id=${of(ids, no)}`,
      "its episodes and findings": (no) => `series/episodes?id=${of(ids, no)}`,
      "search over everything": (no) => `search?q=${encodeURIComponent(of(words, no))}`,
      "what moves": () => "activity",
      today: () => "today",
      "the log": (no) => `audit?${of(["", "action=series.change", "actor=system:restore"], no)}`,
      "a series' rows of the log": (no) => `audit?subjectKind=series&subjectId=${of(ids, no)}`,
    };
    const rows: Row[] = [bulk];
    for (const [what, path] of Object.entries(calls)) {
      await timesOf(ours, cookie, path, 1);
      const goal = what.endsWith("thousands") ? null : { atMost: what === "today" ? 100 : 60 };
      rows.push(alone(`${what}, p95`, "ms", share(await timesOf(ours, cookie, path, SECONDS), 0.95), goal));
    }
    rows.push(...(await againstBare(catalogue, { ours, cookie }, { words, cursors })));
    rows.push(...(await onShop(catalogue, { ours, cookie })));
    const beside = await besideOperators(catalogue, { ours, cookie });
    rows.push(beside.row);
    rows.push(...(await uploading(catalogue, cookie)));
    const screens = await onScreens(catalogue, { ours, cookie });
    rows.push(...screens.rows);
    return {
      rows,
      missing: screens.missing,
      notes: [
        `${amount(100_000)} series, ${amount(sizes.orders)} orders of a year with their payments and bookings, ${amount(sizes.steps)} steps of ${amount(sizes.members)} members and ${amount(AUDIT_ROWS)} rows of the log; ${CONNECTIONS} requests at a time by a signed-in owner for ${SECONDS} s each, after one second that does not count. The server and the database on one core.`,
        "The limit of a list is its own statements, recorded as the server sends them, through a pool of the same size without HTTP, 4 at a time, in turn with the server's answers.",
        "Screens are those of a signed-in owner at 1440×900 with an empty cache, on a processor slowed four times and a network of 20 Mbit/s and 40 ms. Interactive: the rows stand there and the browser has time for the next task.",
        `Segments: one every 20 ms, alone and beside operators of whom each asks for another screen every two seconds; their requests were answered ${Object.entries(
          beside.answers,
        )
          .map(([status, count]) => `${count} times with ${status}`)
          .join(", ")}.`,
        "Three films of 64 MB at once in pieces of 4 MiB, beside `dd` with fsync to the same disk.",
      ],
    };
  } finally {
    await ours.stop();
    await catalogue.close();
  }
}

/** Fills the log up, as years of work would. */
async function fillAudit({ database: { pool } }: Catalogue): Promise<void> {
  const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from audit");
  const missing = AUDIT_ROWS - (rows[0]?.count ?? 0);
  if (missing <= 0) return;
  await unaudited(pool).query(
    `insert into audit (id, at, kept, actor_kind, actor, action, subject_kind, subject_id, before, after)
     select 'bench' || lpad(n::text, 21, '0'), now() - n * interval '1 second', 'other', 'system', 'system:restore',
       case n % 5 when 0 then 'series.publish' else 'series.change' end, 'series', series.id,
       '{"title.en": "Before"}', '{"title.en": "After"}'
     from (select id, row_number() over () - 1 as place from series limit 20000) as series
     join generate_series(1, $1::int) as n on n % 20000 = series.place`,
    [missing],
  );
  await pool.query("analyze audit");
}

async function idsOf({ database: { pool } }: Catalogue): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from series tablesample system (2) where state = 'live' limit 1000",
  );
  return rows.map(({ id }) => id);
}

/** Returns words of titles: the longest of each, or the shortest of three letters or more, which stand in thousands. */
async function wordsOf({ database: { pool } }: Catalogue, order: "asc" | "desc"): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>(
    `select distinct (select word from regexp_split_to_table(title ->> 'en', '[^[:alpha:]]+') as word
       where length(word) > 2 order by length(word) ${order} limit 1) as word
     from series tablesample system (2) where title ? 'en' limit 300`,
  );
  return rows.map(({ word }) => word).filter((word) => word !== null);
}

/** Returns where pages of the list begin, so that a request can ask for one in its middle. */
async function cursorsOf(ours: Running, cookie: string): Promise<string[]> {
  const found: string[] = [];
  for (let after = ""; found.length < PAGES; ) {
    const { body } = await get(ours, cookie, `series?sort=title&after=${encodeURIComponent(after)}`);
    const next = (JSON.parse(body) as { data?: { next?: string | null } }).data?.next;
    if (!next) throw new Error(`The list has no further page: ${body.slice(0, 200)}`);
    found.push(next);
    after = next;
  }
  return found;
}
