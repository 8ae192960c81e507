import { type Call, calls } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator, signInAgain } from "#test/console";
import { actingOn } from "#test/unaudited";
import { giveRole } from "./team.ts";

let app: TestApp;
let owner: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  owner = await makeOperator(app, "owner");
});
afterAll(() => app.close());

const key = () => newId(app.clock.now());
const rows = async (where: string, values: unknown[] = []) =>
  (await app.database.pool.query(`select * from audit where ${where} order by id`, values)).rows;
const _consoleCalls = Object.entries<Call>(calls).filter(([, call]) => call.console);

describe("the team", () => {
  test("an owner invites, gives a role and switches off; each writes one row with before and after", async () => {
    const boss = await makeOperator(app, "owner");
    const requestKey = key();
    const invitation = { requestKey, email: "New@Example.com", role: "support" };
    const invited = await boss.call("POST", "/team/invite", invitation);
    expect(invited.info).toMatchObject({
      member: { email: "new@example.com", state: "invited", role: "support" },
    });
    expect(invited.info.link).toMatch(/^http:\/\/localhost:3000\/console\/welcome#[\w-]{43}$/);
    // A lost answer is asked for again: the same person, and the link is not shown twice.
    const repeated = await boss.call("POST", "/team/invite", invitation);
    expect(repeated.info).toEqual({ ...invited.info, link: null });
    expect(await boss.call("POST", "/team/invite", { ...invitation, role: "owner" })).toMatchObject({
      code: 409,
      reason: "changed_meanwhile",
    });
    const { id, version } = invited.info.member;
    app.clock.advance(1);
    const role = { requestKey: key(), id, role: "editor", version };
    expect((await boss.call("POST", "/team/role", role)).info.member.role).toBe("editor");
    expect(
      await boss.call("POST", "/team/role", { ...role, requestKey: key(), role: "finance" }),
    ).toMatchObject({
      code: 409,
      reason: "changed_meanwhile",
      info: { current: { role: "editor" } },
    });
    app.clock.advance(1);
    const off = { requestKey: key(), id, version: version + 1 };
    expect((await boss.call("POST", "/team/off", off)).info.member.state).toBe("off");
    const written = await rows("subject_id = $1", [id]);
    expect(written.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: "operator.invite", before: null, after: { role: "support", state: "invited", link: "set" } },
      { action: "operator.role", before: { role: "support" }, after: { role: "editor" } },
      { action: "operator.off", before: { state: "invited" }, after: { state: "off" } },
    ]);
    for (const row of written)
      expect(row).toMatchObject({
        actor_kind: "operator",
        actor: boss.id,
        role: "owner",
        network: boss.address,
      });
    expect(written.every((row) => row.request_id !== null && row.session_id !== null)).toBe(true);
  });

  test("§8: an operator chooses the language of the console, by a row, and an invitation takes the one that it was read in", async () => {
    const one = await makeOperator(app, "editor");
    expect((await one.call("GET", "/me")).info.operator.language).toBeNull();
    const chosen = await one.call("POST", "/me/language", { language: "fr" });
    expect(chosen.info.me.operator.language).toBe("fr");
    expect((await one.call("GET", "/me")).info.operator.language).toBe("fr");
    // The same again changes nothing, so it leaves no second row.
    await one.call("POST", "/me/language", { language: "fr" });
    expect(await one.call("POST", "/me/language", { language: "fy" })).toMatchObject({ code: 400 });
    const written = await rows("subject_id = $1 and action = 'operator.language'", [one.id]);
    expect(written).toMatchObject([{ actor: one.id, before: { language: null }, after: { language: "fr" } }]);
  });

  test("two of the same act at once make one", async () => {
    const boss = await makeOperator(app, "owner");
    const act = { requestKey: key(), email: "twice@example.com", role: "support" };
    const answers = await Promise.all([1, 2, 3].map(() => boss.call("POST", "/team/invite", act)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(answers.filter(({ info }) => info.link !== null)).toHaveLength(1);
  });

  test("the refund amount changes from what the owner saw, and starts at fifty", async () => {
    const boss = await makeOperator(app, "owner");
    expect((await boss.call("GET", "/team")).info.refundAmount).toBe(50);
    const change = { requestKey: key(), from: 50, amount: 80 };
    expect((await boss.call("POST", "/team/refund-amount", change)).info).toEqual({ refundAmount: 80 });
    expect(await boss.call("POST", "/team/refund-amount", { ...change, requestKey: key() })).toMatchObject({
      reason: "changed_meanwhile",
      info: { current: 80 },
    });
    expect(await rows("subject_id = 'refundAmount'")).toMatchObject([
      { action: "site.set", before: { value: 50 }, after: { value: 80 } },
    ]);
  });

  test("C8: nobody changes their own role, the last owner stays, and of two who lower each other one stays", async () => {
    const own = await testApp();
    try {
      const [ana, ben] = [await makeOperator(own, "owner"), await makeOperator(own, "owner")];
      const versionOf = async (browser: MadeOperator, id: string) =>
        (await browser.call("GET", "/team")).info.members.find((one: { id: string }) => one.id === id)
          .version;
      const change = async (by: MadeOperator, whom: MadeOperator) => ({
        requestKey: newId(own.clock.now()),
        id: whom.id,
        role: "editor",
        version: await versionOf(by, whom.id),
      });
      expect(await ana.call("POST", "/team/role", await change(ana, ana))).toMatchObject({
        reason: "not_permitted",
      });
      const [one, two] = [await change(ana, ben), await change(ben, ana)];
      const done = await Promise.all([
        ana.call("POST", "/team/role", one),
        ben.call("POST", "/team/role", two),
      ]);
      expect(done.filter(({ code }) => code === 200)).toHaveLength(1);
      const { rows: left } = await own.database.pool.query("select id from operator where role = 'owner'");
      expect(left).toHaveLength(1);
      const id = left[0]?.id;
      await expect(giveRole(actingOn(own), { id, role: "editor" })).rejects.toMatchObject({
        reason: "last_owner",
      });
      const acting = actingOn(own);
      const { audited } = await import("#platform/db/audit");
      await expect(
        audited(acting, { action: "operator.off" }, async (trx) => {
          const { sql } = await import("kysely");
          await sql`delete from operator where id = ${id}`.execute(trx);
          return { result: undefined, changes: [] };
        }),
      ).rejects.toThrow("the last owner stays");
    } finally {
      await own.close();
    }
  });
});

describe("the audit log", () => {
  test("C11: a refused call writes one row with the call's name, and a failed one writes none", async () => {
    const operator = await makeOperator(app, "editor");
    expect((await operator.call("GET", "/team")).reason).toBe("not_permitted");
    expect(await rows("actor = $1 and action = 'refused'", [operator.id])).toMatchObject([
      { subject_kind: "call", subject_id: "GET /api/console/team" },
    ]);
    const boss = await makeOperator(app, "owner");
    const before = await rows("actor = $1", [boss.id]);
    const fault = { requestKey: key(), id: "01arz3ndektsv4rrffq69g5fav", role: "editor", version: 1 };
    expect((await boss.call("POST", "/team/role", fault)).code).toBe(404);
    expect(await rows("actor = $1", [boss.id])).toEqual(before);
  });

  test("an owner reads all by pages and filters, others their own rows, and finance money actions too", async () => {
    const [finance, editor] = [await makeOperator(app, "finance"), await makeOperator(app, "editor")];
    const boss = await signInAgain(app, owner);
    const all: string[] = [];
    let after: string | null = null;
    do {
      const { data } = await boss.call("GET", `/audit?size=7${after ? `&after=${after}` : ""}`);
      all.push(...data.list.map(({ id }: { id: string }) => id));
      after = data.next;
    } while (after);
    expect(all).toEqual([...new Set(all)].toSorted().toReversed());
    expect((await boss.call("GET", "/audit?size=1")).data.count.value).toBeGreaterThanOrEqual(all.length);
    const own = (await editor.call("GET", "/audit")).data.list;
    expect(new Set(own.map(({ actor }: { actor: { id: string } }) => actor.id))).toEqual(
      new Set([editor.id]),
    );
    const { data: byAction } = await boss.call("GET", `/audit?action=session.&actor=${editor.id}`);
    expect(byAction.list.every(({ action }: { action: string }) => action.startsWith("session."))).toBe(true);
    const [foreign] = (await boss.call("GET", `/audit?actor=${owner.id}`)).data.list;
    expect((await boss.call("GET", `/audit/one?id=${foreign.id}`)).info).toHaveProperty("after");
    for (const one of [editor, finance])
      expect((await one.call("GET", `/audit/one?id=${foreign.id}`)).code).toBe(404);
    expect((await boss.call("GET", "/audit?day=tomorrow")).status).toBe(400);
    expect((await boss.call("GET", "/audit?day=2019-01-01")).data).toMatchObject({
      list: [],
      count: { value: 0 },
    });
  });

  test("C17: no password, code, link, token or one-time secret is in any row", async () => {
    const operator = await makeOperator(app, "editor");
    const { rows: all } = await app.database.pool.query("select row_to_json(audit)::text as text from audit");
    const text = all.map((row) => row.text).join("\n");
    for (const secret of [operator.password, operator.cookie ?? "", ...operator.recoveryCodes])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/otpauth|argon2|welcome#/);
  });
});

test("the console's calls are described for operators, and not in the public description", async () => {
  const operator = await makeOperator(app, "editor");
  const headers = { host: "localhost:3000", cookie: `console=${operator.cookie}` };
  const mine = await app.http.inject({ url: "/api/console/openapi.json", headers });
  expect(Object.keys(mine.json().paths)).toContain("/api/console/team/role");
  const anyones = await app.http.inject({ url: "/api/openapi.json" });
  expect(Object.keys(anyones.json().paths).filter((path) => path.includes("console"))).toEqual([]);
});
