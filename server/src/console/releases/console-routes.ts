import type { ReleaseNew } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { invalid } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import {
  cancelDrop,
  endPlan,
  holdReleases,
  momentOf,
  moveDrop,
  type PlannedDrop,
  planSeries,
  ReleaseError,
  type Releasing,
  releaseNow,
  setRelease,
} from "#releases";
import { type NameOf, namingOther } from "../naming/name-of.ts";
import { describeReleases } from "./compose.ts";
import { describeSeriesReleases } from "./series.ts";

/** What the calls of the release calendar need. */
export interface ReleaseRoutes {
  db: Db;
  clock: Clock;
  nameOf: NameOf;
}

/** Registers the calls of the release calendar. */
export function registerReleases(http: Http, { db, clock, nameOf }: ReleaseRoutes): void {
  const actingAs = ({ actor }: OperatorCaller): Releasing => ({ db, clock, by: actor });
  handleConsoleCall(http, "GET /api/console/releases", async ({ query }) => ({
    info: await describeReleases(db, query, clock.now()),
  }));
  handleConsoleCall(http, "POST /api/console/releases", async ({ operator, body }) => {
    const { dryRun = false } = body;
    const planned = await namingFields(() => plan({ ...actingAs(operator), dryRun }, body));
    return {
      info: {
        planned: planned.map(({ numbers, moment }) => ({ ...moment, at: moment.at.toISOString(), numbers })),
      },
    };
  });
  handleConsoleCall(http, "POST /api/console/releases/move", async ({ operator, body }) => {
    await namingFields(() => namingOther(nameOf, () => moveDrop(actingAs(operator), body)));
    return { info: {} };
  });
  handleConsoleCall(http, "POST /api/console/releases/cancel", async ({ operator, body }) => {
    const done = await namingFields(() => namingOther(nameOf, () => cancelDrop(actingAs(operator), body)));
    return { info: { done } };
  });
  registerSeriesReleases(http, { db, clock, nameOf });
}

function registerSeriesReleases(http: Http, { db, clock }: ReleaseRoutes): void {
  const actingAs = ({ actor }: OperatorCaller): Releasing => ({ db, clock, by: actor });
  const answer = async (seriesId: string) => ({
    info: await describeSeriesReleases(db, seriesId, clock.now()),
  });
  handleConsoleCall(http, "GET /api/console/releases/series", ({ query }) => answer(query.seriesId));
  handleConsoleCall(http, "POST /api/console/releases/hold", async ({ operator, body }) => {
    await holdReleases(actingAs(operator), body);
    return answer(body.seriesId);
  });
  handleConsoleCall(http, "POST /api/console/releases/now", async ({ operator, body }) => {
    await namingFields(() => releaseNow(actingAs(operator), body));
    return answer(body.seriesId);
  });
  handleConsoleCall(http, "POST /api/console/releases/end", async ({ operator, body }) => {
    await namingFields(() => endPlan(actingAs(operator), body.seriesId));
    return answer(body.seriesId);
  });
}

async function plan(acting: Releasing, body: ReleaseNew): Promise<PlannedDrop[]> {
  const { seriesId, zone } = body;
  if (body.kind === "set")
    return [
      await setRelease(acting, {
        seriesId,
        numbers: body.numbers,
        moment: momentOf({ localAt: body.localAt, zone }),
      }),
    ];
  const { from, time, weekdays, perTime } = body;
  return planSeries(acting, { seriesId, startsOn: from, timeOfDay: time, zone, weekdays, perTime });
}

/** Turns what a plan refuses into a message at its field. */
async function namingFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    throw invalid([error.at(error.field)]);
  }
}
