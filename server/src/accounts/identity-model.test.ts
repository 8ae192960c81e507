import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { emptyModel, expire, historyOf, type Model, type Secret } from "#test/identity-model";
import * as steps from "#test/identity-steps";
import { callAs } from "#test/people";
import { timeLimit } from "../../../tools/time-limit.ts";
import { createResetCode } from "./passwords/reset-code.ts";

vi.setConfig({ testTimeout: timeLimit(300) });

let app: TestApp;
let series: steps.WatchedSeries[];
beforeAll(async () => {
  app = await testApp();
  const made = [await makeSeries(app, { episodes: 1 }), await makeSeries(app, { episodes: 1 })];
  series = made.map(({ id, episodes }) => ({ id, episodeId: episodes[0]?.id ?? "" }));
});
afterAll(() => app.close());

const now = () => app.clock.now().getTime();
const makeCode = (id: string) => createResetCode(app.database.db, app.clock, id);

/** Checks that every issued secret opens its own person's session, or none permanently. */
async function sweep(model: Model): Promise<void> {
  expire(model, now());
  const find = ({ by, value }: Secret) =>
    app.accounts.identify({
      address: "",
      userAgent: "",
      secure: false,
      ...{ headerToken: null, cookieToken: null, [`${by}Token`]: value },
    } as Parameters<typeof app.accounts.identify>[0]);
  for (const session of model.sessions) {
    const { id, kind } = session.visitor;
    for (const secret of session.secrets) expect(await find(secret)).toMatchObject({ id, kind });
    if (now() - session.seen >= 600_000) session.seen = now();
  }
  for (const secret of model.dead) expect(await find(secret)).toBeNull();
}

/** Checks at the end that each secret shows its own person's data, and that the database has the expected rows. */
async function judge({ sessions, visitors }: Model): Promise<void> {
  const { pool } = app.database;
  for (const { visitor, secrets } of sessions) {
    for (const { by, value } of secrets) {
      const device = { cookie: by === "cookie" ? value : null, token: by === "header" ? value : null };
      expect(steps.shown((await callAs(app, device, "GET", "/api/user/history")).data)).toEqual(
        historyOf(visitor),
      );
      const hash = createHash("sha256").update(value).digest();
      const found = await pool.query(
        "select visitor_id from session where $1 in (cookie_hash, header_hash)",
        [hash],
      );
      expect(found.rows).toEqual([{ visitor_id: visitor.id }]);
    }
  }
  const { rows } = await pool.query(
    `select id, kind, email, merged_into as "mergedInto" from visitor where id = any($1) order by id`,
    [[...visitors.keys()]],
  );
  const expected = [...visitors.values()].map(({ id, kind, email, mergedInto }) => ({
    id,
    kind,
    email,
    mergedInto,
  }));
  expect(rows).toEqual(expected.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
}

class Command implements fc.AsyncCommand<Model, steps.World> {
  readonly name: string;
  readonly step: steps.Step;
  constructor(name: string, step: steps.Step) {
    this.name = name;
    this.step = step;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, world: steps.World): Promise<void> {
    app.clock.advance(1);
    await this.step(model, world);
    await sweep(model);
  }
  toString(): string {
    return this.name;
  }
}

const who = fc.constantFrom("browser" as const, "program" as const);
const email = fc.constantFrom("ana", "ben");
const word = fc.constantFrom("a long salt road", "another salt road");

function command<A extends unknown[]>(
  name: string,
  given: { [K in keyof A]: fc.Arbitrary<A[K]> },
  step: (...args: A) => steps.Step,
): fc.Arbitrary<Command> {
  return fc.tuple(...given).map((args) => new Command(`${name}(${args.join(", ")})`, step(...(args as A))));
}

const commands = fc.commands(
  [
    command("ask", [who], steps.ask),
    command("register", [who, email, word], steps.register),
    command("login", [who, email, word], steps.login),
    command("login", [who, email, word], steps.login),
    command("logout", [who], steps.logout),
    command("change", [who, word, word], steps.change),
    command("reset", [email, word], steps.reset),
    command("revoke", [who, fc.nat(5)], steps.revoke),
    command("watch", [who, fc.nat(1), fc.integer({ min: 1, max: 9 })], steps.watch),
    command("watch", [who, fc.nat(1), fc.integer({ min: 1, max: 9 })], steps.watch),
    command("cross", [], () => steps.cross),
    command("wait", [], () => steps.wait),
  ],
  { maxCommands: 24, size: "max" },
);

test("whatever guests and members do on two devices, a secret opens its own person's session or none", async () => {
  const property = fc.asyncProperty(commands, async (course) => {
    const model = emptyModel();
    const world = steps.newWorld({ app, series, makeCode });
    // A program without a token requests one first, as ours does; after that it always sends it.
    await steps.ask("program")(model, world);
    await fc.asyncModelRun(() => ({ model, real: world }), course);
    await judge(model);
  });
  // The error names the seed and the shortest failing sequence.
  await expect(fc.assert(property, { numRuns: 60 })).resolves.toBeUndefined();
});
