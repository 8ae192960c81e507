import {
  createTag,
  deleteTag,
  listConsoleTags,
  mergeTags,
  orderCategories,
  previewMerge,
  renameTag,
  undoTag,
} from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";

/** Registers the calls of tags and categories. */
export function registerTags(http: Http, { db, clock }: { db: Db; clock: Clock }): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  const after = async () => ({ info: { list: await listConsoleTags(db) } });
  handleConsoleCall(http, "GET /api/console/tag", after);
  handleConsoleCall(http, "POST /api/console/tag", async ({ operator, body }) => {
    await ("id" in body ? renameTag(actingAs(operator), body) : createTag(actingAs(operator), body));
    return after();
  });
  handleConsoleCall(http, "DELETE /api/console/tag", async ({ operator, body }) => {
    await deleteTag(actingAs(operator), body.id);
    return after();
  });
  handleConsoleCall(http, "POST /api/console/tag/undo", async ({ operator, body }) => {
    await undoTag(actingAs(operator), body.id);
    return after();
  });
  handleConsoleCall(http, "POST /api/console/tag/merge", async ({ operator, body, language }) => {
    const effect = body.dryRun ? await previewMerge(db, body, language) : null;
    if (!effect) await mergeTags(actingAs(operator), body);
    return { info: { ...(await after()).info, effect } };
  });
  handleConsoleCall(http, "POST /api/console/tag/order", async ({ operator, body }) => {
    await orderCategories(actingAs(operator), body);
    return after();
  });
}
