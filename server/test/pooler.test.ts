import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveSeries } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { type Database, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type MadeMember, makeMember } from "#test/people";
import { silentLog } from "#test/silent-log";
import { type Engine, startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";
import { migrations } from "../migrations/index.ts";
import { type App, createApp } from "../src/app.ts";

/** Seconds of mixed work, as the long tests give them. */
const given = process.env["POOLER_SECONDS"];
const SECONDS = Number(given ?? 2);

/** By session, a connection of the server stays with one of ours: what works by transaction is proved for it by the long tests alone. */
const modes = given === undefined ? (["transaction"] as const) : (["transaction", "session"] as const);
const started = modes.map((mode, at) => {
  const engine = engineIn(mode, at);
  return "missing" in engine
    ? { engine: null, pools: `${mode} (${engine.missing})` }
    : { engine, pools: mode };
});

/** Starts PgBouncer, or returns what to install. */
function engineIn(mode: string, at: number): Engine | { missing: string } {
  const port = 20_000 + ((process.pid + at * 7) % 300) * 40;
  return startEngine("pgbouncer", { POOL_MODE: mode, PORT: String(port) });
}

const open = (engine: Engine | null): Promise<Database> =>
  openDatabase({
    databaseUrl: engine?.settings["DATABASE_URL"],
    directDatabaseUrl: engine?.settings["DIRECT_DATABASE_URL"],
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
    poolSize: 3, // by session, PgBouncer has one connection of the server for each of ours: 20 in all
  });

for (const { engine, pools } of started)
  describe.skipIf(engine === null)(`behind PgBouncer that pools by ${pools}`, () => {
    let app: TestApp;
    let nodes: App[];
    let databases: Database[];
    const series: MadeSeries[] = [];

    beforeAll(async () => {
      databases = [await open(engine)];
      const [first] = databases as [Database];
      await migrate(first, migrations, silentLog);
      await (await openJobs(first, silentLog)).stop();
      app = await testApp({}, {}, first);
      nodes = [];
      for (const role of ["web", "web", "worker"] as const) {
        const database = await open(engine);
        databases.push(database);
        const config = { ...app.config, databasePoolSize: 5 };
        nodes.push(await createApp({ ...app, config, database, log: silentLog, web: null, role }));
      }
      for (const title of ["Low Water", "The Ferry", "Night Bus"])
        series.push(await makeSeries(app, { title: { en: title } }));
    }, timeLimit(120));

    afterAll(async () => {
      for (const node of nodes) await node.stop(0);
      await app.close();
      await Promise.all(databases.map((database) => database.close()));
      engine?.down();
    }, timeLimit(60));

    test(
      "O31: mixed work on three nodes never fails and never shows one person another's data",
      async () => {
        const https = [app.http, ...nodes.slice(0, 2).map(({ http }) => http)].map((http) => ({ http }));
        const people = await Promise.all(
          Array.from({ length: 12 }, async (_, at) => ({
            at,
            member: await makeMember(https[at % https.length] ?? app),
            favorites: new Set<string>(),
          })),
        );
        const until = performance.now() + SECONDS * 1000;
        let calls = 0;
        await Promise.all(
          people.map(async ({ at, member, favorites }) => {
            for (let turn = at; performance.now() < until; turn++) {
              const chosen = series[turn % series.length];
              if (!chosen) throw new Error("There is no series");
              const answer = await act(member, chosen, turn % 5, favorites);
              expect(answer.status, `${turn % 5}: ${answer.reason}`).toBeLessThan(400);
              calls += 1;
            }
          }),
        );
        for (const { member, favorites } of people) {
          const { data } = await member.call("GET", "/api/user/favorite");
          const { list } = data as { list: { id: string }[] };
          expect(new Set(list.map(({ id }) => id))).toEqual(favorites);
        }
        expect(calls).toBeGreaterThan(people.length);
      },
      timeLimit(SECONDS + 60),
    );

    test("O31: a change reaches another node, whose notifications come by the direct address", async () => {
      const [made] = series;
      const { rows } = await sql<{
        source_key: string;
      }>`select source_key from series where id = ${made?.id}`.execute(app.database.db);
      const changed = {
        sourceKey: rows[0]?.source_key ?? "",
        title: { en: "High Water" },
        synopsis: {},
        language: "en" as const,
        freeEpisodeCount: 2,
        completed: false,
      };
      await asSystem(app.database.db, "restore", (trx) => saveSeries(trx, app.clock, changed, []));
      const titles = async () => {
        const answer = await nodes[0]?.http.inject("/api/homepage/query?tag=all");
        return answer?.json().data.list.map(({ title }: { title: string }) => title);
      };
      await expect.poll(titles, { interval: 50 }).toContain("High Water");
    });

    test("O31: a transaction has the server's limits, and none of them stays with the connection", async () => {
      const { db } = app.database;
      const timeout = async (on: typeof db) =>
        (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on)).rows[0]
          ?.statement_timeout;
      expect(await db.transaction().execute((trx) => timeout(trx))).toBe("5s");
      expect(await timeout(db)).toBe("0");
    });

    test("O31: a statement that runs too long is ended, and its connection is not used again", async () => {
      const short = await openDatabase({
        databaseUrl: engine?.settings["DATABASE_URL"],
        directDatabaseUrl: engine?.settings["DIRECT_DATABASE_URL"],
        dataDir: "",
        mode: "own",
        holder: "npm test",
        log: silentLog,
        poolSize: 1,
        statementTimeoutMs: 200,
      });
      try {
        await expect(sql`select pg_sleep(5)`.execute(short.db)).rejects.toThrow("Query read timeout");
        await pause(50);
        expect((await sql<{ one: number }>`select 1 as one`.execute(short.db)).rows).toEqual([{ one: 1 }]);
      } finally {
        await short.close();
      }
    });

    test("O32: the start is refused without a direct address, and with one that leads to the pooler", async () => {
      const url = engine?.settings["DATABASE_URL"];
      const usual = {
        databaseUrl: url,
        dataDir: "",
        mode: "own",
        holder: "npm test",
        log: silentLog,
      } as const;
      await expect(openDatabase(usual)).rejects.toThrow(
        "Set DIRECT_DATABASE_URL to the server's own address",
      );
      const other = `${url}?application_name=other`;
      await expect(openDatabase({ ...usual, directDatabaseUrl: other })).rejects.toThrow(
        "DIRECT_DATABASE_URL leads to a pooler",
      );
    });
  });

/** One of five things that a member does; returns the answer. */
async function act(member: MadeMember, { id, episodes }: MadeSeries, kind: number, favorites: Set<string>) {
  if (kind === 0) {
    favorites.add(id);
    return member.call("POST", "/api/user/favorite", { seriesId: id });
  }
  if (kind === 1)
    return member.call("POST", "/api/user/history", { episodeId: episodes[0]?.id, position: 3 });
  if (kind === 2) {
    const answer = await member.call<{ id: string; email: string }>("GET", "/api/user");
    const { id: shownId, email } = answer.info;
    if (shownId !== member.id || email !== member.email)
      throw new Error(`${member.email} was shown ${email}`);
    return answer;
  }
  if (kind === 3) return member.call("GET", `/api/video?id=${id}`);
  return member.call("GET", "/api/homepage");
}
