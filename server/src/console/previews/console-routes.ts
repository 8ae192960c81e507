import type { SeriesPreview } from "@cliffhanger/contract";
import { describePreview, endPreview, makePreview } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { NameOf } from "../naming/name-of.ts";

/** What the calls of private previews need. */
export interface PreviewRoutes {
  db: Db;
  clock: Clock;
  nameOf: NameOf;
  /** The address of the viewers' site; null: that of the request. */
  publicOrigin: string | null;
}

/** Registers the calls of private previews. */
export function registerPreviews(http: Http, { db, clock, nameOf, publicOrigin }: PreviewRoutes): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  const described = async (id: string): Promise<SeriesPreview | null> => {
    const preview = await describePreview(db, clock, id);
    return preview && { ...preview, madeBy: await nameOf(preview.madeBy) };
  };
  handleConsoleCall(http, "GET /api/console/preview", async ({ query }) => ({
    info: { preview: await described(query.id) },
  }));
  handleConsoleCall(http, "POST /api/console/preview", async ({ operator, body, origin }) => {
    const code = await makePreview(actingAs(operator), body.id);
    const preview = await described(body.id);
    if (!preview) throw notFound();
    return { info: { preview, link: `${publicOrigin ?? origin.origin}/preview/${code}` } };
  });
  handleConsoleCall(http, "DELETE /api/console/preview", async ({ operator, body }) => {
    await endPreview(actingAs(operator), body.id);
    return { info: {} };
  });
}
