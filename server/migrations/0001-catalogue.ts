import { type Kysely, sql } from "kysely";

/** Series, episodes, categories and tags, and the sections of the home screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table series (
      id text primary key,
      source_key text not null unique,
      title jsonb not null,
      synopsis jsonb not null default '{}',
      language text not null default 'en',
      free_episode_count integer not null check (free_episode_count >= 0),
      completed boolean not null default false,
      poster jsonb,
      cover jsonb,
      episode_count integer not null default 0,
      play_count bigint not null default 0,
      published_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index series_newest on series (published_at desc, id desc) where published_at is not null`.execute(
    db,
  );
  await sql`create index series_popular on series (play_count desc, id desc) where published_at is not null`.execute(
    db,
  );
  await sql`
    create table episode (
      id text primary key,
      series_id text not null references series on delete cascade,
      number integer not null check (number >= 1),
      title jsonb not null default '{}',
      asset_id text,
      duration double precision not null default 0,
      thumbnail jsonb,
      published_at timestamptz,
      unique (series_id, number)
    )`.execute(db);
  await sql`create index episode_asset on episode (asset_id)`.execute(db);
  await sql`
    create table tag (
      id text primary key,
      kind text not null check (kind in ('category', 'tag')),
      name jsonb not null,
      position integer not null default 0
    )`.execute(db);
  await sql`
    create table series_tag (
      series_id text not null references series on delete cascade,
      tag_id text not null references tag on delete cascade,
      position integer not null default 0,
      primary key (series_id, tag_id)
    )`.execute(db);
  await sql`create index series_tag_by_tag on series_tag (tag_id, series_id)`.execute(db);
  await sql`
    create table section (
      id text primary key,
      kind text not null check (kind in ('featured', 'row', 'grid', 'ranking', 'switcher')),
      title jsonb not null,
      source jsonb not null,
      size integer not null check (size between 1 and 60),
      position integer not null unique
    )`.execute(db);
  // What is not published is filtered here and nowhere else.
  await sql`create view visible_series as select * from series where published_at is not null and poster is not null`.execute(
    db,
  );
  await sql`
    create view visible_episode as
    select episode.* from episode join visible_series on visible_series.id = episode.series_id
    where episode.published_at is not null and episode.asset_id is not null`.execute(db);
  for (const [position, section] of defaultSections.entries()) {
    await sql`
      insert into section (id, kind, title, source, size, position)
      values (${section.id}, ${section.kind}, ${JSON.stringify(section.title)}, ${JSON.stringify(section.source)},
        ${section.size}, ${position})`.execute(db);
  }
}

/** The sections that the specification names (R10, R11), and a ranking; operators rename and reorder them. */
const defaultSections = [
  {
    id: "featured",
    kind: "featured",
    source: { type: "newest" },
    size: 6,
    title: {
      en: "Featured Videos",
      es: "Vídeos destacados",
      fr: "À la une",
      de: "Im Rampenlicht",
      pt: "Em destaque",
    },
  },
  {
    id: "asian-stories",
    kind: "row",
    source: { type: "tag", tag: "asian-stories" },
    size: 20,
    title: {
      en: "Asian Stories",
      es: "Historias de Asia",
      fr: "Histoires d’Asie",
      de: "Geschichten aus Asien",
      pt: "Histórias da Ásia",
    },
  },
  {
    id: "top",
    kind: "ranking",
    source: { type: "popular" },
    size: 10,
    title: {
      en: "Most Watched",
      es: "Lo más visto",
      fr: "Les plus regardés",
      de: "Meistgesehen",
      pt: "Mais assistidos",
    },
  },
  {
    id: "recommended",
    kind: "grid",
    source: { type: "popular" },
    size: 18,
    title: {
      en: "More Recommendations",
      es: "Más recomendaciones",
      fr: "Plus de recommandations",
      de: "Mehr Empfehlungen",
      pt: "Mais recomendações",
    },
  },
  {
    id: "categories",
    kind: "switcher",
    source: { type: "categories" },
    size: 12,
    title: {
      en: "Click to Switch Categories",
      es: "Toca para cambiar de categoría",
      fr: "Touchez pour changer de catégorie",
      de: "Tippen, um die Kategorie zu wechseln",
      pt: "Toque para trocar de categoria",
    },
  },
];
