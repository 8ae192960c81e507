import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { ReadReport } from "../reports/slots.ts";
import { type Exporting, listOwnExports, loadExport, makeExport } from "./exports.ts";

/** Registers the calls of exports. */
export function registerExports(
  http: Http,
  { db, clock, exporting, read }: { db: Db; clock: Clock; exporting: Exporting; read: ReadReport },
): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "POST /api/console/exports", async ({ operator, body }) => ({
    info: { export: await makeExport(actingAs(operator), operator, body, { exporting, read }) },
  }));
  handleConsoleCall(http, "GET /api/console/exports", async ({ operator }) => ({
    info: { exports: await listOwnExports(db, operator, clock.now()) },
  }));
  handleConsoleCall(http, "GET /api/console/exports/file", async ({ operator, query }) =>
    loadExport(actingAs(operator), operator, query.id),
  );
}
