import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { audited } from "#platform/db/audit";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { sentStatements } from "#test/sent-statements";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let owner: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  owner = await makeOperator(app, "owner");
});
afterAll(() => app.close());

const act = (kind: string, id: string) => {
  app.clock.advance(1); // rows of one millisecond have no order
  return audited(
    { db: app.database.db, clock: app.clock, by: commandActor() },
    { action: "series.change" },
    async () => ({
      result: undefined,
      changes: [{ subject: { kind, id }, before: { free: 1 }, after: { free: 2 } }],
    }),
  );
};
const subjects = async () => (await owner.call("GET", "/audit?action=series.change")).data.list;
const titleOf = async (id: string) =>
  (await subjects()).find(({ subject }: { subject: { id: string } }) => subject.id === id)?.subject;

test("§3.6: the log names a series by its title of today, an episode by its series and number, and what is gone by its id", async () => {
  const { id, episodes } = await makeSeries(app, { title: { en: "The Salt Road" }, episodes: 2 });
  const second = episodes[1]?.id ?? "";
  await act("series", id);
  await act("episode", second);
  await act("tag", id);
  expect(await titleOf(second)).toEqual({ kind: "episode", id: second, title: "The Salt Road", number: 2 });
  // The id of a series is not taken for that of a tag.
  const both = (await subjects()).filter(({ subject }: { subject: { id: string } }) => subject.id === id);
  expect(both.map(({ subject }: { subject: object }) => subject)).toEqual([
    { kind: "tag", id, title: null, number: null },
    { kind: "series", id, title: "The Salt Road", number: null },
  ]);
  const [, row] = both;
  expect((await owner.call("GET", `/audit/one?id=${row.id}`)).info).toMatchObject({
    subject: { title: "The Salt Road" },
    after: { free: 2 },
  });
  await unaudited(app.database.pool).query("delete from series where id = $1", [id]);
  expect(await titleOf(second)).toMatchObject({ title: null, number: null });
});

test("§3.6: the names of a page of the log are read by one statement", async () => {
  for (let n = 0; n < 5; n++) await act("series", (await makeSeries(app, { title: { en: `One ${n}` } })).id);
  const sent = await sentStatements([app.database.pool], subjects);
  expect(sent.filter(({ text }) => /from (series|episode|tag)\b/.test(text))).toHaveLength(1);
});
