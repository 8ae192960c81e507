import { expect, test } from "vitest";
import { openMetrics } from "./metrics.ts";

test("T28: protected metrics require the token", async () => {
  const token = "a-token-of-16-or-more";
  const metrics = await openMetrics({ port: 0, host: "127.0.0.1", token, role: "all" });
  const ask = async (authorization?: string) =>
    (
      await fetch(
        `http://127.0.0.1:${metrics.port}/metrics`,
        authorization ? { headers: { authorization } } : {},
      )
    ).status;
  expect(await ask()).toBe(401);
  expect(await ask(`Bearer ${token}x`)).toBe(401);
  expect(await ask(token)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  await metrics.close();
});

test("O17: a value that is not in its label's list is counted as other, and a metric of another role is not exported", async () => {
  const metrics = await openMetrics({ port: 0, host: "127.0.0.1", token: null, role: "worker" });
  const labels = { kind: new Set(["known"]) };
  const count = metrics.meters.counter({ name: "a_total", help: "A", role: "worker", labels });
  const time = metrics.meters.histogram({ name: "b_seconds", help: "B", role: "both", labels, buckets: [1] });
  const ofWeb = metrics.meters.counter({ name: "c_total", help: "C", role: "web", labels: {} });
  metrics.meters.gauge({ name: "d", help: "D", role: "both", labels }, async () => [
    { labels: { kind: "x" }, value: 2 },
    { labels: { kind: "y" }, value: 3 },
  ]);
  metrics.meters.gauge({ name: "e", help: "E", role: "both", labels: {} }, () => []);
  count({ kind: "known" });
  count({ kind: "01jabcdefghjkmnpqrstvwxyz0" }, 2);
  time({ kind: "mallory@example.com" }, 0.5);
  ofWeb({});
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  expect(text).toContain('a_total{kind="known"} 1\n');
  expect(text).toContain('a_total{kind="other"} 2\n');
  expect(text).toContain('b_seconds_count{kind="other"} 1\n');
  expect(text).toContain('d{kind="other"} 5\n');
  expect(text).not.toMatch(/01jabc|mallory|c_total/);
  // A figure that is not known yet is absent, so that it is not taken for 0.
  expect(text).toContain("# TYPE e gauge\n");
  expect(text).not.toMatch(/^e /m);
  await metrics.close();
});
