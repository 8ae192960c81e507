// The limit of every list: one prepared statement that walks an index to the page's ids and joins the texts of ready-made
// cards, an envelope around them, brotli 1, node:http, a pool as large as ours. It validates nothing, caches nothing and
// knows no viewer. It takes the same addresses as ours, so that both are asked for the same cards.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";
import type { Database } from "../../server/src/platform/db/database.ts";
import { openPool } from "../../server/src/platform/db/pool.ts";
import { openLog } from "../../server/src/platform/log.ts";

process.once("message", ({ databaseUrl }: { databaseUrl: string }) => void begin(databaseUrl));
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));

async function begin(databaseUrl: string): Promise<void> {
  const log = openLog({ level: "error", pretty: false });
  await fill(openPool(databaseUrl, { size: 1, statementTimeoutMs: 0 }, log));
  const pool = openPool(databaseUrl, { size: 7, statementTimeoutMs: 5_000 }, log);
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const language = request.headers["accept-language"] ?? "en";
    void readPage(pool, searchParams, language).then((body) => {
      response
        .writeHead(200, {
          "content-type": "application/json; charset=utf-8",
          "content-encoding": "br",
          "content-length": body.length,
        })
        .end(body);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

/** Ready-made cards of every visible series in five languages: a table of the benchmark's own, filled once. */
async function fill(pool: Pool): Promise<void> {
  await pool.query(`create table if not exists bench_card (
    series_id text not null, language text not null, card text not null, primary key (series_id, language))`);
  await pool.query(`insert into bench_card
    select s.id, l.code, json_build_object(
      'id', s.id, 'title', coalesce(s.title ->> l.code, s.title ->> 'en'), 'poster', s.poster,
      'tags', coalesce((select json_agg(json_build_object('id', t.id, 'name', coalesce(t.name ->> l.code, t.name ->> 'en'))
        order by st.position) from series_tag st join tag t on t.id = st.tag_id where st.series_id = s.id), '[]'::json),
      'episodeCount', s.episode_count, 'freeEpisodeCount', s.free_episode_count, 'playCount', s.play_count,
      'badge', null, 'progress', null)::text
    from series s cross join unnest(array['en', 'es', 'fr', 'de', 'pt']) as l (code)
    where s.published_at is not null and s.poster is not null on conflict do nothing`);
  await pool.query("analyze bench_card");
  await pool.end();
}

type Pool = Database["pool"];

const orders = {
  newest: ["published_at desc, id desc", "visible_at desc, series_id desc"],
  popular: ["play_count desc, id desc", "play_count desc, series_id desc"],
} as const;

/** The ids of all series, or of a tag, in an order; then their cards. */
const statements = Object.fromEntries(
  Object.entries(orders).flatMap(([sort, [ofAll, ofTag]]) => [
    [
      `all ${sort}`,
      `select (select visible from series_total) as total, (select string_agg(card, ',' order by at) from (
        select id, row_number() over () as at from (select id from series where published_at is not null
        and poster is not null order by ${ofAll} limit $2 offset $3) as page) as ids
        join bench_card on series_id = id and language = $1) as cards`,
    ],
    [
      `tag ${sort}`,
      `select (select series_count from tag where id = $4) as total, (select string_agg(card, ',' order by at) from (
        select series_id as id, row_number() over () as at from (select series_id from series_tag where tag_id = $4
        and visible_at is not null order by ${ofTag} limit $2 offset $3) as page) as ids
        join bench_card on bench_card.series_id = ids.id and language = $1) as cards`,
    ],
  ]),
);

async function readPage(pool: Pool, query: URLSearchParams, language: string): Promise<Buffer> {
  const tag = query.get("tag");
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("pageSize") ?? 20)];
  const name = `${tag === null ? "all" : "tag"} ${query.get("sort") ?? "popular"}`;
  const values = [language, size, (page - 1) * size, ...(tag === null ? [] : [tag])];
  const { rows } = await pool.query<{ total: number; cards: string | null }>({
    name,
    text: statements[name] ?? "",
    values,
  });
  const { total = 0, cards = null } = rows[0] ?? {};
  const body = `{"code":200,"data":{"list":[${cards ?? ""}],"total":${total},"page":${page},"pageSize":${size},"hasMore":${page * size < total}}}`;
  return brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
