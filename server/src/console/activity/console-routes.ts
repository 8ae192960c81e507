import { isPermitted, movingKinds, type Permission, queueNames } from "@cliffhanger/contract";
import { readMoved } from "#platform/db/activity";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";
import { readCounted } from "#platform/jobs/listed";
import { ticketName } from "#site";

/** What an operator needs to be told that one of a kind moved. Every role reads series and jobs. */
const neededFor: Record<(typeof movingKinds)[number], Permission> = {
  series: "series.read",
  bulk: "series.read",
  order: "order.read",
  ticket: "ticket.read",
};

/** Registers the call that every screen polls. */
export function registerActivity(http: Http, db: Db): void {
  handleConsoleCall(http, "GET /api/console/activity", async ({ operator, query }) => {
    const kinds = movingKinds.filter((kind) => isPermitted(operator.role, neededFor[kind]));
    const [moved, counted] = await Promise.all([
      readMoved(db, query.since, kinds),
      readCounted(db, queueNames),
    ]);
    const queues = counted.flatMap((queue) => {
      const name = queueNames.find((one) => one === queue.name);
      return name ? [{ ...queue, name }] : [];
    });
    const changed = moved.changed.flatMap(({ kind: named, id, mark }) => {
      const kind = kinds.find((one) => one === named);
      return kind ? [{ kind, id: kind === "ticket" ? ticketName(Number(id)) : id, mark }] : [];
    });
    return { info: { ...moved, changed, queues } };
  });
}
