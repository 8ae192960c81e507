import type { TimelineEvent } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { becomeFresh, type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makePaidOrder } from "#test/paid-order";
import { type MadeMember, makeGuest, makeMember, newAddress } from "#test/people";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let owner: MadeOperator;
let support: MadeOperator;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  [owner, support, editor] = await Promise.all([
    makeOperator(app, "owner"),
    makeOperator(app, "support"),
    makeOperator(app, "editor"),
  ]);
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);
const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const requestKey = () => newId(app.clock.now());

/** Lets time pass in which the operators use their sessions, which end when nobody uses them. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 20) {
    app.clock.advance(20 * 60);
    for (const operator of [owner, support, editor]) await operator.call("GET", "/me");
  }
}

async function find(operator: MadeOperator, params: Record<string, string>) {
  return operator.call("GET", `/people?${new URLSearchParams(params).toString()}`);
}
const idsOf = (answer: { data: { list: { id: string }[] } }) => answer.data.list.map(({ id }) => id);
async function timeline(operator: MadeOperator, id: string, more = ""): Promise<TimelineEvent[]> {
  const answer = await operator.call("GET", `/people/timeline?id=${id}${more}`);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.info.list;
}

describe("C44: a person is found", () => {
  let member: MadeMember;
  let order: Awaited<ReturnType<typeof makePaidOrder>>;
  beforeAll(async () => {
    member = await makeMember(app, { email: `zara.${newAddress()}` });
    order = await makePaidOrder(app, member.id);
  });

  test("by a whole address in any case, its beginning, an order number, a gateway id and a ticket", async () => {
    const written = await member.call<{ ticket: string }>("POST", "/api/contact", {
      email: newAddress(),
      subject: "Sound",
      text: "There is none.",
    });
    for (const q of [
      member.email.toUpperCase(),
      "zara.",
      "ZARA",
      order.number,
      order.remoteId,
      written.info.ticket,
      member.id,
    ])
      expect(idsOf(await find(support, { q })), q).toEqual([member.id]);
    expect((await find(support, { q: member.email })).data.list[0]).toMatchObject({
      email: member.email,
      kind: "member",
      paidOrders: 1,
    });
    for (const q of ["z", "%", "zara_", "nobody@example.com", "CH-00000000", "T-999999"])
      expect(idsOf(await find(support, { q })), q).toEqual([]);
  });

  test("by a card's last four digits with the day and the amount, in the zone of the site", async () => {
    const day = "2026-11-20";
    for (const amount of ["6.99", "6,99"])
      expect(idsOf(await find(support, { last4: "4242", day, amount }))).toContain(member.id);
    for (const wrong of [
      { last4: "4242", day, amount: "6.98" },
      { last4: "4241", day, amount: "6.99" },
      { last4: "4242", day: "2026-11-19", amount: "6.99" },
      { last4: "4242", day: "2026-02-31", amount: "6.99" },
    ])
      expect(idsOf(await find(support, wrong)), JSON.stringify(wrong)).toEqual([]);
  });

  test("also a guest, by the address that they bought with; who became a member is found once", async () => {
    const guest = await makeGuest(app);
    const email = newAddress();
    await query("update visitor set pending_email = $2 where id = $1", [guest.id, email]);
    expect((await find(support, { q: email })).data.list).toMatchObject([
      { id: guest.id, kind: "guest", email },
    ]);
    const merged = await makeGuest(app);
    await query("update visitor set merged_into = $2 where id = $1", [merged.id, member.id]);
    const bought = await makePaidOrder(app, merged.id);
    expect(idsOf(await find(support, { q: bought.number }))).toEqual([member.id]);
  });

  test("by pages of a beginning, each person once, with their number", async () => {
    const made = [];
    for (let count = 0; count < 7; count++)
      made.push((await makeMember(app, { email: `pager${count}.${newAddress()}` })).id);
    const seen: string[] = [];
    let after = "";
    do {
      const { data } = await find(owner, { q: "pager", size: "3", after });
      expect(data.count).toEqual({ value: 7, exact: true });
      seen.push(...data.list.map(({ id }: { id: string }) => id));
      after = data.next ?? "";
    } while (after !== "");
    expect(seen).toEqual(made);
    expect((await find(owner, { q: "pager", after: "nonsense" })).code).toBe(200);
  });

  test("C53: by an index for each", async () => {
    const client = await app.database.pool.connect();
    try {
      await client.query("set enable_seqscan = off");
      for (const [index, text] of [
        ["visitor_email_begins", "select id from visitor where email ~>=~ 'a' and email ~<~ 'b'"],
        [
          "visitor_pending_begins",
          "select id from visitor where pending_email ~>=~ 'a' and pending_email ~<~ 'b'",
        ],
        ["instrument_last4", "select id from instrument where last4 = '4242'"],
        ["ticket_email", "select id from ticket where email = 'a'"],
        ["mail_sent_subject", "select id from mail_sent where subject_id = any('{a,b}')"],
      ] as const) {
        const plan = await client.query(`explain (format json) ${text}`);
        expect(JSON.stringify(plan.rows[0]["QUERY PLAN"]), index).toContain(`"${index}"`);
      }
    } finally {
      await client.query("reset enable_seqscan");
      client.release();
    }
  });
});

describe("T41: what operators read", () => {
  test("is one row a person, operator and hour, and says nothing about the search", async () => {
    const member = await makeMember(app);
    const read = () =>
      rows("select * from audit where action = 'person.read' and subject_id = $1", [member.id]);
    await find(support, { q: member.email });
    await support.call("GET", `/people/one?id=${member.id}`);
    await timeline(support, member.id);
    expect(await read()).toMatchObject([{ actor: support.id, role: "support", before: null, after: null }]);
    await owner.call("GET", `/people/one?id=${member.id}`);
    expect(await read()).toHaveLength(2);
    await pass(60);
    await support.call("GET", `/people/one?id=${member.id}`);
    expect(await read()).toHaveLength(3);
    const all = JSON.stringify(await rows("select * from audit where action like 'person.%'"));
    expect(all).not.toContain(member.email);
  });

  test("is noticed from 200 look-ups in an hour on, once, and counts searches by what they show", async () => {
    const busy = await makeOperator(app, "finance");
    const noticed = () => rows("select * from audit where action = 'person.many' and actor = $1", [busy.id]);
    const hour = new Date(Math.floor(app.clock.now().getTime() / 3_600_000) * 3_600_000);
    await query("insert into person_look_up select $1, 'made' || n, $2, 1 from generate_series(1, 198) n", [
      busy.id,
      hour,
    ]);
    const [one, two, three] = await Promise.all([makeMember(app), makeMember(app), makeMember(app)]);
    await busy.call("GET", `/people/one?id=${one.id}`);
    expect(await noticed()).toEqual([]);
    await find(busy, { q: two.email });
    expect(await noticed()).toMatchObject([
      { subject_kind: "operator", subject_id: busy.id, after: { lookUps: 200 } },
    ]);
    await busy.call("GET", `/people/one?id=${three.id}`);
    expect(await noticed()).toHaveLength(1);
  });

  test("C60: an editor reads no person", async () => {
    const member = await makeMember(app);
    for (const path of [`?q=${member.email}`, `/one?id=${member.id}`, `/timeline?id=${member.id}`]) {
      const answer = await editor.call("GET", `/people${path}`);
      expect(answer).toMatchObject({ reason: "not_permitted" });
      expect(JSON.stringify(answer)).not.toContain(member.email);
    }
  });
});

describe("C40: what an operator does for a person", () => {
  test("what a guest was granted, who bought nothing, goes with them when they sign in", async () => {
    const member = await makeMember(app);
    const guest = await makeGuest(app);
    const series = await makeSeries(app, { episodes: 3, free: 1 });
    const locked = `/api/video/episode?id=${series.episodes[2]?.id}`;
    const body = { id: guest.id, days: 7, reason: "An evening without sound", requestKey: requestKey() };
    expect((await support.call("POST", "/people/grant", body)).code).toBe(200);
    expect((await guest.call("GET", locked)).code).toBe(200);
    const { email, password } = member;
    expect((await guest.call("POST", "/api/user/login", { email, password })).code).toBe(200);
    expect([(await guest.call("GET", locked)).code, (await member.call("GET", locked)).code]).toEqual([
      200, 200,
    ]);
  });

  test("a grant of days opens everything at once, is made once for its key, and revoking it closes again", async () => {
    const member = await makeMember(app);
    const series = await makeSeries(app, { episodes: 3, free: 1 });
    const locked = () => member.call("GET", `/api/video/episode?id=${series.episodes[2]?.id}`);
    expect((await locked()).code).toBe(402);
    const body = { id: member.id, days: 7, reason: "Two evenings without sound", requestKey: requestKey() };
    const granted = await support.call("POST", "/people/grant", body);
    expect(granted).toMatchObject({ code: 200, info: { rights: [{ source: "grant", series: null }] } });
    await support.call("POST", "/people/grant", body);
    expect(await rows("select id from entitlement where visitor_id = $1", [member.id])).toHaveLength(1);
    expect((await locked()).code).toBe(200);
    const audit = () =>
      rows(
        "select * from audit where subject_id = $1 and action like 'person.%' and action <> 'person.read' order by id",
        [member.id],
      );
    expect(await audit()).toMatchObject([{ action: "person.grant", kept: "money", reason: body.reason }]);
    const [{ id: grantId }] = granted.info.rights;
    const other = await makeMember(app);
    const revoke = { id: member.id, grantId, reason: "Given by mistake" };
    expect(
      await support.call("POST", "/people/revoke", { ...revoke, id: other.id, requestKey: requestKey() }),
    ).toMatchObject({ code: 400 });
    app.clock.advance(60);
    const revoked = await support.call("POST", "/people/revoke", { ...revoke, requestKey: requestKey() });
    expect(revoked).toMatchObject({ code: 200, info: { rights: [] } });
    expect((await locked()).code).toBe(402);
    expect((await audit()).map(({ action }) => action)).toEqual(["person.grant", "person.revoke"]);
    const shown = (await timeline(support, member.id)).filter(({ kind }) => kind === "act");
    expect(shown).toMatchObject([
      { action: "person.revoke", by: support.email, reason: "Given by mistake" },
      { action: "person.grant", by: support.email, until: expect.any(String) },
    ]);
  });

  test("a grant over 30 days asks for a fresh proof, and a reason names no address", async () => {
    const member = await makeMember(app);
    app.clock.advance(6 * 60);
    const grant = (days: number, reason = "A gift") =>
      support.call("POST", "/people/grant", { id: member.id, days, reason, requestKey: requestKey() });
    expect(await grant(31)).toMatchObject({ code: 401, reason: "fresh_required" });
    expect(await grant(30, "for ana@example.com")).toMatchObject({
      code: 400,
      errors: [{ field: "reason" }],
    });
    expect(await grant(30)).toMatchObject({ code: 200 });
    await becomeFresh(app, support);
    expect(await grant(31)).toMatchObject({ code: 200 });
    const unknown = { id: newId(app.clock.now()), days: 1, reason: "None", requestKey: requestKey() };
    expect(await support.call("POST", "/people/grant", unknown)).toMatchObject({ code: 404 });
  });

  test("one series is granted permanently, and to a guest too", async () => {
    const guest = await makeGuest(app);
    const series = await makeSeries(app, { episodes: 3, free: 1, title: { en: "Signal from Pier 9" } });
    const body = {
      id: guest.id,
      seriesId: series.id,
      reason: "Paid in another shop",
      requestKey: requestKey(),
    };
    expect(await support.call("POST", "/people/grant", body)).toMatchObject({
      info: { rights: [{ series: { title: "Signal from Pier 9" }, until: null }] },
    });
    expect((await guest.call("GET", `/api/video/episode?id=${series.episodes[2]?.id}`)).code).toBe(200);
  });

  test("signing out everywhere ends every session of the person at their next call", async () => {
    const member = await makeMember(app);
    expect((await member.call<{ kind: string }>("GET", "/api/user")).info.kind).toBe("member");
    const body = { id: member.id, requestKey: requestKey() };
    const answer = await support.call("POST", "/people/sessions/end", body);
    expect(answer).toMatchObject({ code: 200, info: { devices: [] } });
    expect((await member.call<{ kind: string }>("GET", "/api/user")).info.kind).toBe("guest");
    expect(
      await rows("select after from audit where action = 'person.sessions.end' and subject_id = $1", [
        member.id,
      ]),
    ).toEqual([{ after: { ended: 1 } }]);
  });
});
