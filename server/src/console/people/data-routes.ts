import { type Language, parseLanguage } from "@cliffhanger/contract";
import {
  type Accounts,
  deletionOf,
  exportPerson,
  findVisitor,
  listDevicesOf,
  type PersonRow,
  requestAddressChange,
  scheduleDeletionFor,
} from "#accounts";
import { membershipOf } from "#billing";
import { onceFor } from "#operators";
import { type Acting, noteAct } from "#platform/db/audit";
import { effectHash, requireEffect } from "#platform/effect";
import { handleConsoleCall } from "#platform/http/console-call";
import { invalid, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { longDate } from "#platform/long-date";
import { messagesIn } from "#platform/messages";
import { faultAt } from "#platform/said";
import { describePerson, type Reading, requirePerson } from "./person.ts";
import { refusalOf } from "./refusal.ts";

/** What the calls about the data of people need. */
export interface DataRoutes extends Reading {
  accounts: Accounts;
}

/** Registers the calls that change, export and delete the data of a person. All of them ask for a fresh proof. */
export function registerPersonData(http: Http, options: DataRoutes): void {
  const { db, clock, accounts } = options;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "POST /api/console/people/mail", async ({ operator, body, language }) => {
    const { person } = await requirePerson(db, body.id);
    const act = { operatorId: operator.id, call: "people/mail", body };
    await onceFor(actingAs(operator), act, async (within) => {
      await requestAddressChange(accounts, within, { id: person.id, email: body.email });
      return {};
    });
    return { info: await describePerson(options, person.id, language) };
  });
  handleConsoleCall(http, "POST /api/console/people/export", async ({ operator, body, language }) => {
    const { person } = await requirePerson(db, body.id);
    const row = await findVisitor(db, person.id);
    if (!row) throw notFound();
    await noteAct(actingAs(operator), "person.export", { subject: { kind: "person", id: person.id } });
    return exportPerson(accounts, row, parseLanguage(row.language) ?? language);
  });
  handleConsoleCall(http, "POST /api/console/people/delete", async ({ operator, body, language }) => {
    const { person } = await requirePerson(db, body.id);
    const effect = await deletionEffect(options, person, language);
    const { reason, dryRun, requestKey } = body;
    if (dryRun) return { info: { person: await describePerson(options, person.id, language), effect } };
    if (reason === undefined) throw invalid([faultAt("reason", (t) => t("effect.deletion.reason"))]);
    const act = {
      operatorId: operator.id,
      call: "people/delete",
      body: { requestKey, id: person.id, reason },
    };
    await onceFor(actingAs(operator), act, async (within) => {
      requireEffect(effect.hash, body.effect, { by: null, at: clock.now() });
      await scheduleDeletionFor(accounts, within, { id: person.id, reason }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      return {};
    });
    return { info: { person: await describePerson(options, person.id, language), effect: null } };
  });
}

/** Says what the deletion of an account will do, by what is true now. */
async function deletionEffect({ db, clock, mail }: DataRoutes, person: PersonRow, language: Language) {
  const now = clock.now();
  const [membership, devices] = await Promise.all([
    membershipOf(db, person.id, language, now),
    listDevicesOf(db, person.id, now),
  ]);
  const isLive = membership.state === "active" || membership.state === "trialing";
  const renews = isLive && !membership.cancelAtPeriodEnd && membership.renewsAt !== null;
  const day = longDate(deletionOf(now));
  const isTold = mail.available;
  const t = messagesIn(language);
  const sentences = [
    t("effect.deletion.erased", { day }),
    t(isTold ? "effect.deletion.mailed" : "effect.deletion.notMailed"),
    ...(renews ? [t("effect.deletion.membership")] : []),
    t("effect.deletion.devices", { count: devices.length }),
    t("effect.deletion.books"),
  ];
  return { hash: effectHash([person.id, day, isTold, renews, devices.length]), sentences };
}
