/** `npm run operator -- invite | list | role | end-sessions | reset | off | audit`: who runs the console, and what they did. */
import { type Role, roles } from "@cliffhanger/contract";
import { type CommandContext, type CommandWork, commandMain, runIfStarted, say } from "#platform/command";
import { addressOf } from "#platform/config";
import { AuditReasonError } from "#platform/db/audit";
import { DomainError } from "#platform/http/errors";
import { messageOf } from "#platform/messages";
import { plainText } from "#platform/terminal";
import { auditCsv, auditLines } from "./audit-log/print.ts";
import { type Invitation, invite, linkOf, reset } from "./invite.ts";
import { USAGE } from "./operator-usage.ts";
import { findOperator } from "./repository.ts";
import { endSessions, giveRole, listTeam, switchOff } from "./team.ts";

/** The fault of the input, or of a rule, as a sentence. */
class OperatorError extends Error {}

interface Options {
  role?: string | undefined;
  from?: string | undefined;
  csv?: boolean | undefined;
}

/** Returns the work for the arguments; null if they do not fit together. */
function workOf({ role, from, csv }: Options, [verb, email, given, ...more]: string[]): CommandWork | null {
  if (more.length > 0) return null;
  if (verb === "list" && email === undefined) return list;
  if (verb === "audit" && email === undefined) return (context) => audit(context, from, csv ?? false);
  if (email === undefined) return null;
  if (verb === "invite" && given === undefined && role !== undefined)
    return (context) => explained(() => inviting(context, email, roleOf(role)));
  if (verb === "role" && given !== undefined)
    return (context) => explained(() => changeRole(context, email, roleOf(given)));
  if (given !== undefined) return null;
  if (verb === "end-sessions")
    return async (context) => {
      const ended = await endSessions(context, await idOf(context, email));
      say(`${plainText(email)} is signed out; ${ended} ${ended === 1 ? "session" : "sessions"} ended.`);
    };
  if (verb === "reset")
    return async (context) => {
      printLink(context, await reset(context, await idOf(context, email)));
    };
  if (verb === "off")
    return (context) =>
      explained(async () => {
        await switchOff(context, { id: await idOf(context, email) });
        say(`${plainText(email)} is switched off.`);
      });
  return null;
}

function roleOf(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role) return role;
  throw new OperatorError(`"${plainText(text)}" is no role. Give ${roles.join(", ")}.`);
}

async function idOf({ db }: CommandContext, email: string): Promise<string> {
  const operator = await findOperator(db, { email: email.trim().toLowerCase() });
  if (operator) return operator.id;
  throw new OperatorError(
    `There is no operator ${plainText(email)}. npm run operator -- list shows who there is.`,
  );
}

/** Says a refusal by a rule as the console would. */
async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DomainError) throw new OperatorError(messageOf(error.reason, "en"));
    throw error;
  }
}

async function inviting(context: CommandContext, email: string, role: Role): Promise<void> {
  const known = await findOperator(context.db, { email: email.trim().toLowerCase() });
  if (known?.state === "active")
    throw new OperatorError(
      `${plainText(email)} is an operator already. To give another role: npm run operator -- role ${plainText(email)} ROLE`,
    );
  printLink(context, await invite(context, { email, role }));
}

function printLink({ config }: CommandContext, invitation: Invitation): void {
  say(`${linkOf(config.console.origin ?? addressOf(config), invitation)}

The link works once, until ${invitation.endsAt.toISOString().slice(0, 16).replace("T", " ")} UTC. Give it to that person alone.`);
}

async function changeRole(context: CommandContext, email: string, role: Role): Promise<void> {
  await giveRole(context, { id: await idOf(context, email), role });
  say(`${plainText(email)} is ${role} now, and signs in again.`);
}

async function list({ db, clock }: CommandContext): Promise<void> {
  const members = await listTeam(db, clock.now());
  if (members.length === 0) {
    say("There is no operator yet. Invite the first: npm run operator -- invite EMAIL --role owner");
    return;
  }
  const width = Math.max(...members.map(({ email }) => email.length));
  for (const { email, role, state, proofs, sessions, invitation } of members) {
    const has = [
      proofs.passkeys > 0 ? `${proofs.passkeys} ${proofs.passkeys === 1 ? "passkey" : "passkeys"}` : "",
      proofs.password ? "password and code" : "",
      invitation ? `invited until ${invitation.endsAt.slice(0, 16).replace("T", " ")} UTC` : "",
      sessions > 0 ? `${sessions} signed in` : "",
    ].filter(Boolean);
    say(`${plainText(email).padEnd(width)}  ${role.padEnd(7)}  ${state.padEnd(7)}  ${has.join(", ")}`);
  }
}

async function audit({ db }: CommandContext, from: string | undefined, csv: boolean): Promise<void> {
  const since = from === undefined ? undefined : new Date(`${from}T00:00:00Z`);
  if (since && Number.isNaN(since.getTime()))
    throw new OperatorError(`"${plainText(from ?? "")}" is no day. Give one such as 2026-11-30.`);
  for await (const line of (csv ? auditCsv : auditLines)(db, since)) console.log(line);
}

/** The entry point of this command. */
export const main = commandMain({
  name: "operator",
  usage: USAGE,
  options: { role: { type: "string" }, from: { type: "string" }, csv: { type: "boolean" } },
  faults: [OperatorError, AuditReasonError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
});
await runIfStarted(import.meta, main);
