import { queueNames } from "@cliffhanger/contract";
import { readMoved } from "#platform/db/activity";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";
import { readCounted } from "#platform/jobs/listed";

/** Registers the call that every screen polls. Series and jobs are read by every role, so nothing is left out of it. */
export function registerActivity(http: Http, db: Db): void {
  handleConsoleCall(http, "GET /api/console/activity", async ({ query }) => {
    const [moved, counted] = await Promise.all([readMoved(db, query.since), readCounted(db, queueNames)]);
    const queues = counted.flatMap((queue) => {
      const name = queueNames.find((one) => one === queue.name);
      return name ? [{ ...queue, name }] : [];
    });
    return { info: { ...moved, queues } };
  });
}
