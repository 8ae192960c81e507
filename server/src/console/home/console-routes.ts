import { changeHome, discardHome, publishHome, restoreHome } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { explainReason, handleConsoleCall } from "#platform/http/console-call";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { type NameOf, namingOther } from "../naming/name-of.ts";
import { describeHome, describeHomeVersions, requireFilled } from "./compose.ts";

/** What the calls of the home screen need. */
export interface HomeRoutes {
  db: Db;
  clock: Clock;
  nameOf: NameOf;
  /** Returns the address of a preview, good for an hour. */
  previewAddress: () => string;
}

/** Registers the calls of the home screen. */
export function registerHome(http: Http, { db, clock, nameOf, previewAddress }: HomeRoutes): void {
  const described = async () => ({ info: await describeHome(db, nameOf, previewAddress()) });
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "GET /api/console/home", described);
  handleConsoleCall(http, "GET /api/console/home/versions", async () => ({
    info: { list: await describeHomeVersions(db, nameOf) },
  }));
  handleConsoleCall(http, "POST /api/console/home/change", async ({ operator, body }) => {
    await namingOther(nameOf, () => changeHome(actingAs(operator), body));
    return described();
  });
  handleConsoleCall(http, "POST /api/console/home/publish", async ({ operator, body }) => {
    await namingOther(nameOf, () =>
      publishHome(actingAs(operator), body, body.word === undefined ? requireFilled : async () => undefined),
    ).catch(explainReason("word"));
    return described();
  });
  handleConsoleCall(http, "POST /api/console/home/discard", async ({ operator, body }) => {
    await namingOther(nameOf, () => discardHome(actingAs(operator), body));
    return described();
  });
  handleConsoleCall(http, "POST /api/console/home/restore", async ({ operator, body }) => {
    await namingOther(nameOf, () => restoreHome(actingAs(operator), body));
    return described();
  });
}
