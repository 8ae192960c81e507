// Workers that do a part of the background work, such as encoding on a machine that knows no gateway.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { silentLog } from "#test/silent-log";
import { createApp } from "../src/app.ts";
import { readWork } from "../src/worker-queues.ts";

describe("O35: --queues and --concurrency", () => {
  test("a process without them does everything, one video at a time", () => {
    expect(readWork({}, "all")).toEqual({ queues: null, concurrency: 1 });
    expect(readWork({ queues: "media.transcode, media.take-in", concurrency: "4" }, "worker")).toEqual({
      queues: ["media.transcode", "media.take-in"],
      concurrency: 4,
    });
  });

  test.each([
    [{ queues: "media.transcode" }, "all", /give --role worker with it/],
    [{ concurrency: "2" }, "web", /for a worker/],
    [
      { queues: "media.encode" },
      "worker",
      /no queue "media.encode"; give one or more of mail,media.transcode/,
    ],
    [{ queues: "" }, "worker", /no queue ""/],
    [{ concurrency: "0" }, "worker", /1 to 32/],
    [{ concurrency: "two" }, "worker", /1 to 32/],
  ])("%j for the role %s is refused with what to give", (values, role, sentence) => {
    expect(() => readWork(values, role)).toThrow(sentence);
  });
});

describe("O35: a worker that is limited to queues", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp();
  });
  afterAll(() => site.close());

  test.each([
    ["media.transcode", [], 1],
    ["media.take-in", [], 0],
    ["mail", ["mail"], 0],
  ])("%s: it does by the clock %j, and %i process encodes", async (queue, tasks, encoders) => {
    const { config, clock, database, store } = site;
    const backgroundWork = readWork({ queues: queue, concurrency: "2" }, "worker");
    const options = { config, clock, database, store, log: silentLog, web: null, backgroundWork };
    const worker = await createApp({ ...options, role: "worker" });
    const { rows } = await database.pool.query("select count(*)::int as encoders from media_worker");
    expect([worker.dueTasks.map(({ name }) => name), rows[0].encoders]).toEqual([tasks, encoders]);
    await worker.stop();
  });
});
