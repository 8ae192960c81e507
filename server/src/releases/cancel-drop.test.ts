import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import {
  auditOf,
  finishFilm,
  makeWaitingSeries,
  momentIn,
  numbersOn,
  releasedTogether,
  releaseWhatIsDue,
} from "#test/releasing";
import { actingOn } from "#test/unaudited";
import { cancelDrop, setRelease } from "./change.ts";
import { findDrop, listOpenDrops } from "./repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const HOUR_S = 3600;

test("a drop is taken back within 10 minutes and goes out again by a new one, as one event; later it is not", async () => {
  const made = await makeWaitingSeries(app, { waiting: 2 });
  const release = async () => {
    await setRelease(actingOn(app), { seriesId: made.id, numbers: [2], moment: momentIn(app, 1) });
    app.clock.advance(HOUR_S + 60);
    const [drop] = await listOpenDrops(app.database.db, made.id);
    await releaseWhatIsDue(app);
    return { id: drop?.id ?? "", version: drop?.version ?? 0 };
  };
  const first = await release();
  app.clock.advance(10 * 60);
  await expect(cancelDrop(actingOn(app), { ...first, version: 9 })).rejects.toMatchObject({
    reason: "changed_meanwhile",
  });
  await cancelDrop(actingOn(app), first);
  await app.notified();
  expect(await numbersOn(app, made.id)).toEqual([1]);
  // Neither its film nor the poller shows it again.
  await finishFilm(app, made, 2);
  await finishFilm(app, made, 3);
  await releaseWhatIsDue(app);
  expect(await numbersOn(app, made.id)).toEqual([1]);
  await expect(cancelDrop(actingOn(app), { ...first, version: 2 })).rejects.toMatchObject({
    reason: "already_so",
  });
  const second = await release();
  expect(await numbersOn(app, made.id)).toEqual([1, 2]);
  expect(await releasedTogether(app, made.id)).toEqual([[2]]);
  app.clock.advance(10 * 60 + 1);
  await expect(cancelDrop(actingOn(app), second)).rejects.toThrow("10 minutes");
});

test("G2: of a drop that released some of its episodes earlier, cancelling takes the time of the others alone", async () => {
  const made = await makeWaitingSeries(app, { waiting: 2, late: [3] });
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2, 3], moment: momentIn(app, 1) });
  const [drop] = await listOpenDrops(app.database.db, made.id);
  const change = { id: drop?.id ?? "", version: drop?.version ?? 0 };
  app.clock.advance(HOUR_S + 60);
  await releaseWhatIsDue(app);
  expect(await numbersOn(app, made.id)).toEqual([1, 2]);
  app.clock.advance(11 * 60);
  expect(await cancelDrop(actingOn(app), change)).toBe("rest");
  // Neither the ready film nor the poller shows the one that was cancelled.
  await finishFilm(app, made, 3);
  await releaseWhatIsDue(app);
  expect(await numbersOn(app, made.id)).toEqual([1, 2]);
  expect(await findDrop(app.database.db, change.id)).toMatchObject({
    state: "done",
    version: change.version + 1,
    episodes: [{ number: 2 }],
  });
  expect(await auditOf(app, "release.cancel", made.id)).toMatchObject([
    { before: { state: "blocked" }, after: { state: "done" } },
  ]);
  await expect(cancelDrop(actingOn(app), { ...change, version: change.version + 1 })).rejects.toThrow(
    "10 minutes",
  );
});

test("G2: a drop that is taken back leaves the mark of new episodes that the one before it set", async () => {
  const made = await makeWaitingSeries(app, { waiting: 2 });
  app.clock.advance(15 * 24 * HOUR_S);
  const badge = async () => (await app.http.inject(`/api/video?id=${made.id}`)).json().info.badge;
  const release = async (number: number) => {
    await setRelease(actingOn(app), { seriesId: made.id, numbers: [number], moment: momentIn(app, 1) });
    app.clock.advance(HOUR_S + 60);
    const [drop] = await listOpenDrops(app.database.db, made.id);
    await releaseWhatIsDue(app);
    return { id: drop?.id ?? "", version: drop?.version ?? 0 };
  };
  const first = await release(2);
  expect(await badge()).toBe("new");
  await cancelDrop(actingOn(app), await release(3));
  await app.notified();
  expect(await badge()).toBe("new");
  app.clock.advance(47 * HOUR_S);
  await cancelDrop(actingOn(app), await release(3));
  await app.notified();
  expect(await findDrop(app.database.db, first.id)).toMatchObject({ state: "done" });
  expect(await badge()).toBeNull();
});
