import { loadTextsTable } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";

/** Registers the calls of tables of texts. */
export function registerTexts(http: Http, { db, clock }: { db: Db; clock: Clock }): void {
  handleConsoleCall(http, "POST /api/console/texts/import", async ({ operator, body, language }) => {
    const { importTexts, previewTexts } = await loadTextsTable();
    if (body.dryRun) return { info: { effect: await previewTexts(db, body.table, language), changed: 0 } };
    const changed = await importTexts({ db, clock, by: operator.actor }, body);
    return { info: { effect: null, changed } };
  });
  handleConsoleCall(http, "GET /api/console/texts/export", async ({ query }) => {
    const { exportTexts } = await loadTextsTable();
    return { file: Buffer.from(await exportTexts(db, query.id)), name: "texts.csv" };
  });
}
