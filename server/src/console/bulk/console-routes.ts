import { isPermitted, type SeriesFilter } from "@cliffhanger/contract";
import { exportSeries } from "#catalogue";
import type { Clock } from "#platform/clock";
import { csvCell } from "#platform/csv";
import { noteAct } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { DomainError } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import { beginBulk, describeBulk, permissionFor, previewBulk } from "./bulk.ts";

const EXPORTED = 10_000;

/** Registers the calls about many series. */
export function registerBulk(http: Http, { db, clock }: { db: Db; clock: Clock }): void {
  handleConsoleCall(http, "POST /api/console/series/bulk", async ({ operator, body, language }) => {
    const acting = { db, clock, by: operator.actor };
    if (!isPermitted(operator.role, permissionFor(body.act))) {
      await noteAct(acting, "refused", { subject: { kind: "call", id: "POST /api/console/series/bulk" } });
      throw new DomainError(403, "not_permitted");
    }
    if (body.dryRun) return { info: { bulk: null, effect: await previewBulk(db, body, language) } };
    const id = await beginBulk(acting, body);
    return { info: { bulk: await describeBulk(db, id, language), effect: null } };
  });
  handleConsoleCall(http, "GET /api/console/series/bulk", async ({ query, language }) => ({
    info: await describeBulk(db, query.id, language),
  }));
  handleConsoleCall(http, "GET /api/console/series/export", async ({ query: { ids, ...filter } }) => ({
    file: Buffer.from(await writeCsv(db, filter, ids?.split(",").filter((id) => id !== "") ?? [])),
    name: "series.csv",
  }));
}

const heads = ["id", "title", "state", "draft", "episodes", "live", "free", "tags", "plays", "changed"];

async function writeCsv(
  db: Db,
  filter: { [Name in keyof SeriesFilter]?: SeriesFilter[Name] | undefined },
  ids: readonly string[],
): Promise<string> {
  const rows = await exportSeries(db, filter, { ids, limit: EXPORTED });
  const lines = rows.map((row) =>
    [
      row.id,
      row.title,
      row.state,
      row.hasDraft ? "yes" : "",
      row.episodes.planned,
      row.episodes.live,
      row.free,
      row.tags.join("; "),
      row.plays,
      row.changedAt,
    ]
      .map((cell) => csvCell(String(cell)))
      .join(","),
  );
  return `${[heads.join(","), ...lines].join("\r\n")}\r\n`;
}
