import type { Acting } from "#platform/db/audit";
import { audited } from "#platform/db/audit";
import { type ConsoleInput, handleConsoleCall } from "#platform/http/console-call";
import { DomainError, notFound } from "#platform/http/errors";
import { describeConsole } from "#platform/http/openapi";
import type { ConsoleOrigin, OperatorCaller } from "#platform/http/operator-gate";
import { passkeysMissingAt } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import { takeToken } from "#platform/throttle";
import { readAudit, readAuditRow, readerOf } from "./audit-log/read.ts";
import { invite, linkOf } from "./invite.ts";
import { begunPasskeys, reportedFaults } from "./limits.ts";
import { chooseLanguage, describeMe, describePasskey } from "./me.ts";
import { onceFor } from "./once.ts";
import type { Operators } from "./operators.ts";
import { offerPasskey, requestPasskey } from "./passkeys.ts";
import {
  addOwnPasskey,
  offerPassword,
  removeOwnPasskey,
  renewOwnRecovery,
  setOwnPassword,
} from "./proofs.ts";
import * as repository from "./repository.ts";
import { cookieHeaders, listOwnSessions, type OpenedSession } from "./sessions.ts";
import { beginPassword, completeByCode, proveAgain, signInByPasskey, signInByRecovery } from "./sign-in.ts";
import { giveRole, listTeam, switchOff } from "./team.ts";
import { join, lookAtInvitation } from "./welcome.ts";

/** The setting of the site that the team's screen changes; the site's domain owns it. */
export interface RefundAmount {
  read(): Promise<number>;
  set(acting: Acting, change: { from: number; amount: number }): Promise<void>;
}

/** What the calls of operators need. */
export interface OperatorRoutes {
  operators: Operators;
  refundAmount: RefundAmount;
  /** The version of the API, for its description. */
  version: string;
}

/** Registers the calls of operators: sign-in, their own account, the team and the audit log. */
export function registerOperators(http: Http, options: OperatorRoutes): void {
  registerSignIn(http, options.operators);
  registerWelcome(http, options.operators);
  registerMe(http, options.operators);
  registerTeam(http, options);
  registerAudit(http, options);
}

/** Returns the answer that gives a browser its session. */
async function opened(operators: Operators, { token, session }: OpenedSession, origin: ConsoleOrigin) {
  const me = await describeMe(operators, { id: session.operator_id, sessionId: session.id }, origin);
  return { me, headers: cookieHeaders(origin, token) };
}

function registerSignIn(http: Http, operators: Operators): void {
  const { db, clock } = operators;
  handleConsoleCall(http, "POST /api/console/session/passkey/options", async ({ operator, origin }) => {
    await takeToken(db, clock, begunPasskeys, origin.address);
    const request = await requestPasskey(operators, operator?.id ?? null, origin);
    const passkeysMissing = passkeysMissingAt(origin.origin);
    return { info: { challenge: null, options: null, ...request, passkeysMissing } };
  });
  handleConsoleCall(http, "POST /api/console/session/passkey", async ({ body, origin }) => {
    const session = await signInByPasskey(operators, body, origin);
    const { me, headers } = await opened(operators, session, origin);
    return { info: { me }, headers };
  });
  handleConsoleCall(http, "POST /api/console/session/password", async ({ body, origin }) => ({
    info: { attempt: await beginPassword(operators, body, origin) },
  }));
  handleConsoleCall(http, "POST /api/console/session/code", async ({ body, origin }) => {
    const session =
      "attempt" in body
        ? await completeByCode(operators, body, origin)
        : await signInByRecovery(operators, body, origin);
    const { me, headers } = await opened(operators, session, origin);
    return { info: { me }, headers };
  });
  handleConsoleCall(http, "POST /api/console/session/end", async ({ operator, origin }) => {
    await endOwn(operators, operator, { id: operator.sessionId });
    return { info: {}, headers: cookieHeaders(origin, null) };
  });
  handleConsoleCall(http, "POST /api/console/session/fresh", async ({ operator, body, origin }) => {
    await proveAgain(operators, operator, body, origin);
    return { info: { me: await describeMe(operators, operator, origin) } };
  });
  handleConsoleCall(http, "POST /api/console/fault", async ({ body, origin, operator }) => {
    await takeToken(db, clock, reportedFaults, origin.address);
    const { message, stack, path } = body;
    operators.log.warn(
      { console: { message, stack, path }, operator: operator?.id ?? null },
      "Console reported an error",
    );
    return { info: {} };
  });
}

function registerWelcome(http: Http, operators: Operators): void {
  handleConsoleCall(http, "POST /api/console/welcome", async ({ body, origin }) => {
    if (!body.passkey && !body.password)
      return { info: await lookAtInvitation(operators, body.code, origin) };
    const { recoveryCodes, ...session } = await join(operators, body, origin);
    const { me, headers } = await opened(operators, session, origin);
    return { info: { me, recoveryCodes }, headers };
  });
}

function registerMe(http: Http, operators: Operators): void {
  const { db } = operators;
  const ownRow = async ({ id }: OperatorCaller) => {
    const row = await repository.findOperator(db, { id });
    if (!row) throw notFound();
    return row;
  };
  handleConsoleCall(http, "GET /api/console/me", async ({ operator, origin }) => ({
    info: await describeMe(operators, operator, origin),
  }));
  handleConsoleCall(http, "POST /api/console/me/language", async ({ operator, body, origin }) => {
    await chooseLanguage({ db, clock: operators.clock, by: operator.actor }, { id: operator.id, ...body });
    return { info: { me: await describeMe(operators, operator, origin) } };
  });
  handleConsoleCall(http, "GET /api/console/me/sessions", async ({ operator }) => ({
    info: { sessions: await listOwnSessions(operators, operator) },
  }));
  handleConsoleCall(http, "POST /api/console/me/sessions/end", async ({ operator, body }) => {
    const ended = await endOwn(
      operators,
      operator,
      "id" in body ? { id: body.id } : { except: operator.sessionId },
    );
    if (ended === 0 && "id" in body) throw notFound();
    return { info: { sessions: await listOwnSessions(operators, operator) } };
  });
  handleConsoleCall(http, "POST /api/console/me/passkey", async ({ operator, body, origin }) => {
    if (!isNewPasskey(body)) {
      const offer = await offerPasskey(operators, await ownRow(operator), origin);
      if (!offer) throw new DomainError(400, "passkey_refused");
      return { info: { offer } };
    }
    const recoveryCodes = await addOwnPasskey(operators, operator, { ...body, origin });
    const passkeys = await repository.listPasskeys(db, operator.id);
    return { info: { passkeys: passkeys.map(describePasskey), recoveryCodes } };
  });
  handleConsoleCall(http, "DELETE /api/console/me/passkey", async ({ operator, body, origin }) => {
    await removeOwnPasskey(operators, operator, body.id);
    return { info: { me: await describeMe(operators, operator, origin) } };
  });
  handleConsoleCall(http, "POST /api/console/me/password", async ({ operator, body }) => {
    if (!isNewPassword(body))
      return { info: { offer: await offerPassword(operators, await ownRow(operator)) } };
    return { info: { recoveryCodes: await setOwnPassword(operators, operator, body) } };
  });
  handleConsoleCall(http, "POST /api/console/me/recovery", async ({ operator }) => ({
    info: { recoveryCodes: await renewOwnRecovery(operators, operator) },
  }));
}

type Sent<N extends "passkey" | "password"> = ConsoleInput<`POST /api/console/me/${N}`>["body"];

/** Returns whether a body brings a new proof; an empty one asks for an offer. */
function isNewPasskey(body: Sent<"passkey">): body is Extract<Sent<"passkey">, { challenge: string }> {
  return Object.keys(body).length > 0;
}

function isNewPassword(body: Sent<"password">): body is Extract<Sent<"password">, { challenge: string }> {
  return Object.keys(body).length > 0;
}

/** Ends sessions of the caller; returns how many. */
function endOwn(
  { db, clock }: Operators,
  { id, actor }: OperatorCaller,
  which: { id?: string; except?: string },
): Promise<number> {
  return audited({ db, clock, by: actor }, { action: "session.end" }, async (trx) => {
    const ended = await repository.deleteSessions(trx, id, which);
    const subject = { kind: "session", id: which.id ?? "others" };
    return { result: ended, changes: ended === 0 ? [] : [{ subject, after: { ended } }] };
  });
}

function registerTeam(http: Http, { operators, refundAmount }: OperatorRoutes): void {
  const { db, clock } = operators;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  const memberOf = async (of: Acting["db"], id: string) => {
    const [member] = await listTeam(of, clock.now(), id);
    if (!member) throw notFound();
    return member;
  };
  handleConsoleCall(http, "GET /api/console/team", async () => ({
    info: { members: await listTeam(db, clock.now()), refundAmount: await refundAmount.read() },
  }));
  handleConsoleCall(http, "POST /api/console/team/invite", async ({ operator, body, origin }) => {
    // The link is no part of the stored answer: it opens an account, so it is shown once and kept as a hash.
    let link: string | null = null;
    const act = { operatorId: operator.id, call: "team/invite", body };
    const member = await onceFor(actingAs(operator), act, async (acting, trx) => {
      const invitation = await invite(acting, body);
      link = linkOf(origin.origin, invitation);
      return memberOf(trx, invitation.operatorId);
    });
    return { info: { member, link, mailed: false } };
  });
  handleConsoleCall(http, "POST /api/console/team/role", async ({ operator, body }) => {
    const act = { operatorId: operator.id, call: "team/role", body };
    const member = await onceFor(actingAs(operator), act, async (acting, trx) => {
      await giveRole(acting, body);
      return memberOf(trx, body.id);
    });
    return { info: { member } };
  });
  handleConsoleCall(http, "POST /api/console/team/off", async ({ operator, body }) => {
    const act = { operatorId: operator.id, call: "team/off", body };
    const member = await onceFor(actingAs(operator), act, async (acting, trx) => {
      await switchOff(acting, body);
      return memberOf(trx, body.id);
    });
    return { info: { member } };
  });
  handleConsoleCall(http, "POST /api/console/team/refund-amount", async ({ operator, body }) => {
    const act = { operatorId: operator.id, call: "team/refund-amount", body };
    await onceFor(actingAs(operator), act, async (acting) => {
      await refundAmount.set(acting, body);
      return {};
    });
    return { info: { refundAmount: await refundAmount.read() } };
  });
}

function registerAudit(http: Http, { operators, version }: OperatorRoutes): void {
  const { db } = operators;
  handleConsoleCall(http, "GET /api/console/audit", async ({ operator, query }) => ({
    data: await readAudit(db, readerOf(operator), query, {
      zone: await operators.siteZone(),
      nameSubjects: operators.nameSubjects,
    }),
  }));
  handleConsoleCall(http, "GET /api/console/audit/one", async ({ operator, query }) => ({
    info: await readAuditRow(db, readerOf(operator), {
      id: query.id,
      nameSubjects: operators.nameSubjects,
    }),
  }));
  handleConsoleCall(http, "GET /api/console/openapi.json", async () => ({
    file: Buffer.from(JSON.stringify(describeConsole(version))),
    name: "console-openapi.json",
  }));
}
