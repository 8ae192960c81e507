import type { TimelineEvent } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makePaidOrder } from "#test/paid-order";
import { makeMember } from "#test/people";
import { plansOf, sentStatements } from "#test/sent-statements";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let owner: MadeOperator;
let support: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  [owner, support] = await Promise.all([makeOperator(app, "owner"), makeOperator(app, "support")]);
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);
const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;

async function timeline(operator: MadeOperator, id: string, more = ""): Promise<TimelineEvent[]> {
  const answer = await operator.call("GET", `/people/timeline?id=${id}${more}`);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.info.list;
}

describe("C45: the timeline of a person", () => {
  test("holds visit, sign-in, play, paywall, order, payment with the gateway's word, mail and ticket in order", async () => {
    const member = await makeMember(app);
    const series = await makeSeries(app, { title: { en: "Vow of the Fox Bride" }, episodes: 4 });
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
    await query(
      "insert into channel (kind, campaign, token, language, made_on) values ('tiktok', 'c45', '', 'en', now()) returning id",
    );
    const [{ id: channel }] = await rows("select id from channel where campaign = 'c45'");
    const record = {
      kind: "tiktok",
      value: "x",
      utm: { campaign: "winter_crown" },
      landing: "/",
      seriesId: series.id,
    };
    await query(
      `insert into touch (id, visitor_id, at, record, own_channel, first_channel, last_channel)
       values ('c45', $1, $2, $3, $4, $4, $4)`,
      [member.id, at(1), record, channel],
    );
    for (const [place, episode] of series.episodes.entries())
      await query(
        `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
         values ($1, $2, $3, 18, 18, $4, $5)`,
        [member.id, series.id, episode.id, place !== 3, place === 3 ? at(120) : at(2 + place)],
      );
    await query(
      "insert into funnel_step (visitor_id, series_id, step, episode_number, at) values ($1, $2, 'paywall', 3, $3)",
      [member.id, series.id, at(10)],
    );
    app.clock.advance(20 * 60);
    const order = await makePaidOrder(app, member.id);
    await query(
      "update payment_attempt set outcome = 'declined', decline_code = 'insufficient_funds' where id = $1",
      [order.id],
    );
    await query("update payment_attempt set ended_at = ended_at + interval '1 minute' where id = $1", [
      order.id,
    ]);
    await query(
      "insert into mail_sent (id, kind, subject_id, at, state, answer) values ($1, 'receipt', $1, $2, 'accepted', '250 OK')",
      [order.id, new Date(app.clock.now().getTime() + 120_000)],
    );
    app.clock.advance(5 * 60);
    await member.call("POST", "/api/contact", {
      email: member.email,
      subject: "Twice?",
      text: "<b>I paid</b>",
    });
    const list = await timeline(support, member.id);
    expect(list.map(({ kind }) => kind)).toEqual([
      "watched",
      "ticket",
      "mail",
      "payment",
      "order",
      "step",
      "watched",
      "visit",
      ...list.slice(8).map(({ kind }) => kind),
    ]);
    expect(list.slice(8).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["consent", "sign_in", "sign_in", "sign_in"]),
    );
    expect(list.find(({ kind }) => kind === "ticket")).toMatchObject({
      subject: "Twice?",
      text: "<b>I paid</b>",
    });
    expect(list.filter(({ kind }) => kind === "watched")).toMatchObject([
      { from: 4, to: 4, stoppedAt: 18 },
      {
        from: 1,
        to: 3,
        episodes: 3,
        seconds: 54,
        stoppedAt: null,
        series: { title: "Vow of the Fox Bride" },
      },
    ]);
    expect(list.find(({ kind }) => kind === "payment")).toMatchObject({
      number: order.number,
      decline: "insufficient_funds",
      method: "visa 4242",
      total: "$6.99",
    });
    expect(list.find(({ kind }) => kind === "mail")).toMatchObject({ mail: "receipt", answer: "250 OK" });
    expect(list.find(({ kind }) => kind === "visit")).toMatchObject({
      campaign: "winter_crown",
      channel: "tiktok",
    });
    expect((await timeline(support, member.id, "&group=money")).map(({ kind }) => kind)).toEqual([
      "payment",
      "order",
    ]);
    expect((await timeline(support, member.id, "&group=watching")).map(({ kind }) => kind)).toEqual([
      "watched",
      "step",
      "watched",
      "visit",
    ]);
  });

  test("is read by pages that hold each event once, also where many share one moment", async () => {
    const member = await makeMember(app);
    const now = app.clock.now();
    await query(
      `insert into mail_sent (id, kind, subject_id, at, state) select 'p' || n, 'receipt', $1, $2, 'accepted'
       from generate_series(1, 40) n`,
      [member.id, now],
    );
    await query(
      "insert into person_note (id, visitor_id, at, operator_id, text) select 'p' || n, $1, $2, $3, 'x' from generate_series(1, 20) n",
      [member.id, now, owner.id],
    );
    const whole = await timeline(owner, member.id, "&size=100");
    const paged: TimelineEvent[] = [];
    let after = "";
    do {
      const { info } = await owner.call("GET", `/people/timeline?id=${member.id}&size=7&after=${after}`);
      paged.push(...info.list);
      after = info.next ?? "";
    } while (after !== "");
    expect(paged).toEqual(whole);
    expect(new Set(paged.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(paged.length);
    expect(whole.filter(({ kind }) => kind === "mail")).toHaveLength(40);
    expect(await timeline(owner, member.id, "&after=%00%00")).toHaveLength(50);
  });

  test("C53: of a person with 5,000 events reads one page of each kind, by indexes", async () => {
    const member = await makeMember(app);
    const series = await makeSeries(app, { episodes: 2 });
    const now = app.clock.now();
    const since = "$2::timestamptz - n * interval '41 minutes'";
    await query(
      `insert into mail_sent (id, kind, subject_id, at, state)
       select $1 || n, 'receipt', $1, ${since}, 'accepted' from generate_series(1, 1500) n`,
      [member.id, now],
    );
    await query(
      `insert into funnel_step (visitor_id, series_id, step, episode_number, at)
       select $1, 's' || n, 'first_frame', 1, ${since} from generate_series(1, 1500) n`,
      [member.id, now],
    );
    await query(
      `insert into episode select (jsonb_populate_record(e, jsonb_build_object('id', 'many' || n, 'number', 10 + n))).*
       from episode e, generate_series(1, 1500) n where e.id = $1`,
      [series.episodes[0]?.id],
    );
    await query(
      `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
       select $1, $3, 'many' || n, 9, 18, false, ${since} from generate_series(1, 1500) n`,
      [member.id, now, series.id],
    );
    await query(
      `insert into person_note (id, visitor_id, at, operator_id, text)
       select $1 || n, $1, ${since}, 'x', 'note' from generate_series(1, 500) n`,
      [member.id, now],
    );
    await query("analyze");
    const { pool } = app.database;
    const sent = await sentStatements([pool], async () => {
      expect(await timeline(owner, member.id)).toHaveLength(50);
    });
    // Five hundred notes are of one operator.
    const named = sent.filter(({ text }) => /from "operator" where "id"/.test(text));
    expect(named).toHaveLength(1);
    const long = sent.filter(({ text }) => /from (mail_sent|funnel_step|progress|person_note)\b/.test(text));
    const read = await Promise.all(long.map(({ text, values }) => pool.query(text, values)));
    expect(read.map(({ rowCount }) => rowCount)).toEqual([51, 51, 51, 51]);
    expect((await plansOf(pool, long)).flatMap(({ wholeTables }) => wholeTables)).toEqual([]);
  });
});
