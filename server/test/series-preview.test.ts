import type { InlinedQuery } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MadeOperator, makeOperator } from "#test/console";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestPages, testPages } from "#test/pages";
import type { App, Shell } from "../src/app.ts";

let pages: TestPages;
let node: App;
let editor: MadeOperator;
let made: MadeSeries;
let code: string;

/** Writes what the screens would be rendered from, instead of rendering them. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render: ({ url, queries, notFound }) => ({
    html: `<html><head></head><body><script>1</script><pre>${JSON.stringify({ url, queries }).replaceAll("<", "‹")}</pre></body></html>`,
    status: notFound ? 404 : 200,
    viewerStateAt: 0,
  }),
};

beforeAll(async () => {
  pages = await testPages(shell);
  ({ node } = pages);
  editor = await makeOperator(pages.app, "editor");
  made = await makeSeries(pages.app, { title: { en: "The Salt Road" }, episodes: 3, free: 1 });
  const changed = await editor.call("POST", "/series/change", {
    id: made.id,
    set: [{ path: "title.en", from: "The Salt Road", to: 'The <b>"Salt"</b> Road' }],
  });
  if (changed.code !== 200) throw new Error(`The draft was not changed: ${changed.message}`);
  code = await makeLink();
});
afterAll(() => pages.close());

async function makeLink(): Promise<string> {
  const { info } = await editor.call("POST", "/preview", { id: made.id });
  expect(info.link).toMatch(/^http:\/\/[^/]+\/preview\/[\w-]{43}$/);
  return info.link.split("/").at(-1);
}

const open = (address: string, headers: Record<string, string> = {}) =>
  node.http.inject({ url: address, headers: { "accept-language": "en", ...headers } });
const preview = (query = "", of = code) => open(`/preview/${of}${query}`);

interface Shown {
  url: string;
  queries: InlinedQuery[];
}
const shown = (html: string): Shown => JSON.parse(/<pre>(.*)<\/pre>/s.exec(html)?.[1] ?? "");
const locks = (html: string) => {
  const page = shown(html).queries.find(({ name }) => name === "GET /api/video/episode")?.result;
  return (page as { list: { locked: boolean }[] }).list.map(({ locked }) => locked);
};
const filmOf = (html: string) => /data-hls="([^"]+)"/.exec(html)?.[1];
const segmentOf = (playlist: string) => playlist.replace(/[^/]+$/, "v720-00000.m4s");
const rowsOf = async (table: string) =>
  (await pages.app.database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

test("C26, T43: a preview shows the draft to a guest, a member and a buyer as each would see it, and viewers see none of it", async () => {
  const guest = await preview();
  expect(guest.statusCode).toBe(200);
  expect(guest.body).not.toContain("<script>1");
  expect(shown(guest.body).queries.find(({ name }) => name === "GET /api/video")?.result).toMatchObject({
    title: 'The ‹b>"Salt"‹/b> Road',
  });
  expect(guest.body).not.toContain("<b>");
  expect(locks(guest.body)).toEqual([false, true, true]);
  expect(filmOf(guest.body)).toMatch(/^\/media\/v\//);
  expect(filmOf((await preview("?ep=2")).body)).toBeUndefined();
  for (const as of ["member", "unlocked"]) {
    const { body } = await preview(`?as=${as}&ep=2`);
    expect(locks(body), as).toEqual([false, false, false]);
    expect((await open(filmOf(body) ?? "")).statusCode, as).toBe(200);
  }
  expect((await open(`/api/video?id=${made.id}`)).json().info.title).toBe("The Salt Road");
});

test("T43: nobody finds, keeps or frames a preview but the console, and its address is told to nobody", async () => {
  const { headers } = await preview();
  expect(headers).toMatchObject({
    "x-robots-tag": "noindex",
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
  });
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'self'(;|$)/);
  expect(headers["content-security-policy"]).toMatch(/script-src 'self'(;|$)/);
  expect(headers["set-cookie"]).toBeUndefined();
  const film = filmOf((await preview()).body) ?? "";
  for (const address of [film, segmentOf(film)])
    expect((await open(address)).headers["cache-control"], address).toBe("private, no-store");
});

test("T43: a code is stored as a hash, and one that is not of a preview answers as if there were none", async () => {
  const { rows } = await pages.app.database.pool.query(
    "select row_to_json(preview)::text as text from preview",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].text).not.toContain(code);
  for (const wrong of [code.slice(1), `${code}a`, `${code.slice(0, -2)}!!`, "x".repeat(43), "..%2f", "%00"])
    expect((await preview("", wrong)).statusCode, wrong).toBe(404);
  const support = await makeOperator(pages.app, "support");
  expect((await support.call("POST", "/preview", { id: made.id })).reason).toBe("not_permitted");
  const seen = (await support.call("GET", `/preview?id=${made.id}`)).info;
  expect(JSON.stringify(seen)).not.toContain(code);
  expect((await editor.call("POST", "/preview", { id: "01aaaaaaaaaaaaaaaaaaaaaaaa" })).code).toBe(404);
});

test("C26: what is watched in a preview is no visit, no play and no progress; the console lists each opening", async () => {
  const tables = ["visitor", "history", "play_day", "funnel_step"];
  const known = await pages.app.database.pool.query(
    "select table_name as name from information_schema.tables where table_name = any($1)",
    [tables],
  );
  const counted = known.rows.map(({ name }) => name as string);
  expect(counted).toContain("history");
  const before = await Promise.all(counted.map(rowsOf));
  const { opened } = (await editor.call("GET", `/preview?id=${made.id}`)).info.preview;
  pages.app.clock.advance(1);
  const film = filmOf((await preview("?as=member&ep=3")).body) ?? "";
  expect((await open(segmentOf(film))).statusCode).toBe(200);
  expect(await Promise.all(counted.map(rowsOf))).toEqual(before);
  const after = (await editor.call("GET", `/preview?id=${made.id}`)).info.preview;
  expect(after.opened).toBe(opened + 1);
  expect(after.openings[0]).toMatchObject({ seenAs: "member" });
  expect(after.madeBy).toBe(editor.email);
});

test("T34, T43: a preview's film opens the film of its series alone; ended, replaced or after seven days, page, playlist and segment are closed", async () => {
  const film = filmOf((await preview("?ep=1")).body) ?? "";
  const other = film.replace(made.episodes[0]?.assetId ?? "", made.episodes[1]?.assetId ?? "");
  expect((await open(other)).statusCode).toBe(403);
  const statuses = async () => [
    (await preview()).statusCode,
    (await open(film)).statusCode,
    (await open(segmentOf(film))).statusCode,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  const old = code;
  code = await makeLink();
  expect((await preview("", old)).statusCode).toBe(404);
  expect((await open(segmentOf(film))).statusCode).toBe(403);
  const fresh = filmOf((await preview()).body) ?? "";
  expect((await open(fresh)).statusCode).toBe(200);
  expect((await editor.call("DELETE", "/preview", { id: made.id })).code).toBe(200);
  expect((await preview()).statusCode).toBe(404);
  for (const address of [fresh, segmentOf(fresh)]) expect((await open(address)).statusCode).toBe(403);
  expect((await editor.call("DELETE", "/preview", { id: made.id })).reason).toBe("already_so");

  code = await makeLink();
  pages.app.clock.advance(7 * 24 * 3600 + 1);
  expect((await preview()).statusCode).toBe(404);
  editor = await makeOperator(pages.app, "editor");
  expect((await editor.call("GET", `/preview?id=${made.id}`)).info.preview).toBeNull();
  const { rows } = await pages.app.database.pool.query(
    "select action, count(*)::int as count from audit where action like 'preview.%' group by 1 order by 1",
  );
  expect(rows).toEqual([
    { action: "preview.end", count: 1 },
    { action: "preview.make", count: 3 },
  ]);
});
