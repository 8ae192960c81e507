/** What the console is measured with. */
export const sizes = {
  members: 200_000,
  orders: 1_000_000,
  steps: 3_000_000,
  /** Series with rows of their episodes, and how many. */
  series: 2_000,
  episodes: 60,
} as const;

/** The person to whom most happened: visits, steps, films, orders and their charges, notes, consents and tickets. */
export const BUSY = "bench-member-busy";

/** Series that are drawn by a number; the first of them are those that most begin. */
const DRAWN = 20_000;
const POPULAR = 20;
/** Steps in each of the three series that a member begins. */
const STEPS_EACH = 5;
const BEGUN = 3;
const STEP_DAYS = 90;
const SUMMED_DAYS = 275;

/** Returns SQL for the id of the n-th member. */
export const member = (n: string) => `'bench-member-' || lpad((${n})::text, 7, '0')`;

/** Statements that make members, channels, and the series that are drawn. */
export const peopleStatements = [
  `create temporary table drawn on commit drop as
     select (row_number() over (order by id) - 1)::int as place, id
     from (select id from series where state = 'live' and source_key = id order by id limit ${DRAWN}) as chosen`,
  "create unique index on drawn (place)",
  "analyze drawn",
  `insert into episode (id, series_id, number, title, published_at)
   select drawn.id || '-' || n, drawn.id, n, '{}', now() - interval '300 days'
   from drawn, generate_series(1, ${sizes.episodes}) as n where place < ${sizes.series}`,
  `insert into visitor (id, kind, email, referrer_token, language, created_at, registered_at)
   select ${member("n")}, 'member', 'bench' || n || '@example.com', ${member("n")},
     (array['en', 'de', 'es', 'fr', 'pt'])[1 + n % 5], now() - n % 8760 * interval '1 hour', now() - n % 8760 * interval '1 hour'
   from generate_series(1, ${sizes.members}) as n
   union all
   select '${BUSY}', 'member', 'busy@example.com', '${BUSY}', 'en', now() - interval '300 days', now() - interval '300 days'`,
  `insert into channel (kind, campaign, token, language, made_on)
   select (array['tiktok', 'facebook', 'google', 'utm'])[1 + n % 4], 'bench ' || n, '', 'en', now()
   from generate_series(1, 40) as n on conflict do nothing`,
];

const firstChannel = "(select min(id) from channel where campaign like 'bench %')";
const visited = `now() - (${sizes.members} - n)::double precision / ${sizes.members} * interval '${STEP_DAYS} days'`;
/** The place of the n-th member's s-th series: a popular one, one with episodes, any other. */
const begun = `case s when 0 then n * 7919::bigint % ${POPULAR}
  when 1 then ${POPULAR} + n * 31::bigint % ${sizes.series - POPULAR} else ${sizes.series} + n * 17::bigint % ${DRAWN - sizes.series} end`;

/** Statements that make visits, steps and what was counted by day before. Half reach the paywall. */
export const visitStatements = [
  `insert into touch (id, visitor_id, at, record, own_channel, first_channel, last_channel)
   select 'bench-' || n, ${member("n")}, ${visited}, jsonb_build_object('kind', 'tiktok', 'value', n::text, 'landing', '/'), c, c, c
   from generate_series(1, ${sizes.members}) as n, lateral (select ${firstChannel} + n % 40 as c) as came`,
  `insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
   select ${member("n")}, drawn.id,
     case when k = 1 then 'first_frame' when k = 5 and n % 2 = 0 then 'paywall' else 'episode' end,
     case when k = 1 then 1 when k = 5 and n % 2 = 0 then 9 else k - 1 end,
     least(${visited} + (s * 60 + k) * interval '1 minute', now()), c, c
   from generate_series(1, ${sizes.members}) as n cross join generate_series(0, ${BEGUN - 1}) as s
     cross join lateral (select ${firstChannel} + n % 40 as c) as came
     join drawn on drawn.place = ${begun} cross join generate_series(1, ${STEPS_EACH}) as k`,
  `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
   select ${member("n")}, drawn.id, drawn.id || '-' || 1 + n % 4, n % 90, 90, false, ${visited}
   from generate_series(1, ${sizes.members}) as n cross join (select 0 as s) as first join drawn on drawn.place = ${begun}`,
  `insert into funnel_day (day, model, channel, series_id, measure, n, visitors)
   select current_date - ${STEP_DAYS} - day, model, ${firstChannel} + day % 40, drawn.id, measure, 1, 1 + place % 90
   from generate_series(1, ${SUMMED_DAYS}) as day, unnest(array['first', 'last']) as model,
     unnest(array['began', 'depth', 'paywall']) as measure, drawn where place < 200`,
];
