import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { unaudited } from "../server/test/unaudited.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { alone, type Outcome, share } from "./measure.ts";
import { type Running, startOurs } from "./processes.ts";

const AUDIT_ROWS = 500_000;
const CONNECTIONS = 4;
const SECONDS = 4;
const PAGES = 200;

/** The calls behind the console's screens of content, each with parameters drawn anew for every request. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  await fillAudit(catalogue);
  const ids = await idsOf(catalogue);
  const [words, common] = [await wordsOf(catalogue, "desc"), await wordsOf(catalogue, "asc")];
  const ours = await startOurs(catalogue.env);
  try {
    const cookie = await openSession(catalogue);
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
      "the log": (no) => `audit?${of(["", "action=series.change", "actor=system:restore"], no)}`,
      "a series' rows of the log": (no) => `audit?subjectKind=series&subjectId=${of(ids, no)}`,
    };
    const rows = [];
    for (const [what, path] of Object.entries(calls)) {
      await timesOf(ours, cookie, path, 1);
      const goal = what.endsWith("thousands") ? null : { atMost: 60 };
      rows.push(alone(`${what}, p95`, "ms", share(await timesOf(ours, cookie, path, SECONDS), 0.95), goal));
    }
    return {
      rows,
      missing: [
        "console: the ratio to the bare statement, orders, people and reports, which have no screens yet",
      ],
      notes: [
        `100,000 series and ${AUDIT_ROWS} rows of the log; ${CONNECTIONS} requests at a time by a signed-in owner for ${SECONDS} s each, after one second that does not count. The server and the database on one core.`,
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

/** Gives an owner a session, as signing in would. Returns its secret, which the cookie holds. */
async function openSession({ database: { pool } }: Catalogue): Promise<string> {
  const raw = unaudited(pool);
  await raw.query(
    `insert into operator (id, email, role, state, created_at)
     values ('bench', 'bench@example.com', 'owner', 'active', now()) on conflict do nothing`,
  );
  await raw.query(
    `insert into operator_passkey (id, operator_id, credential_id, public_key, counter, backed_up, name, created_at)
     values ('bench', 'bench', 'bench', '', 0, false, 'bench', now()) on conflict do nothing`,
  );
  const token = randomBytes(32).toString("base64url");
  await raw.query(
    `insert into operator_session (id, operator_id, token_hash, device, network, created_at, last_used_at, ends_at)
     values ($1, 'bench', $2, 'bench', '127.0.0.1', now(), now(), now() + interval '1 hour')`,
    [`bench${process.pid}`, createHash("sha256").update(token).digest()],
  );
  return token;
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

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function get({ port }: Running, cookie: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    request(
      {
        host: "127.0.0.1",
        port,
        agent,
        path: `/api/console/${path}`,
        headers: { host: `localhost:${port}`, cookie: `console=${cookie}` },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
        );
        answer.on("error", fail);
      },
    )
      .on("error", fail)
      .end();
  });
}

/** Returns the times of requests in milliseconds, sorted. */
async function timesOf(
  ours: Running,
  cookie: string,
  path: (no: number) => string,
  seconds: number,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let no = 0;
  const one = async () => {
    while (performance.now() < end) {
      const asked = path(no++);
      const begun = performance.now();
      const { status, body } = await get(ours, cookie, asked);
      times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`${asked} answered ${status}: ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return times.toSorted((one, other) => one - other);
}
