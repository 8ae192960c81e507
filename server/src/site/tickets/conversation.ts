import type { AuditAction } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { changedMeanwhile, invalid, notFound } from "#platform/http/errors";
import { newId } from "#platform/ids";
import type { Outbox } from "#platform/mail/email";
import { faultAt } from "#platform/said";
import { answerMail } from "./mail.ts";
import { countMessages, insertMessage } from "./messages/repository.ts";
import { ticketName } from "./number.ts";
import { insertTicket, lockTicket, type TicketRow, updateTicket } from "./repository.ts";
import { readText, writtenLines, writtenOneLine } from "./texts.ts";

/** What acts on tickets need. */
export interface TicketActing {
  acting: Acting;
  mail: Outbox;
  /** The operator who acts. */
  operatorId: string;
}

const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 5000;
/** What stands for something that nobody filled in. */
const PLACEHOLDER = /\{\{\s*\w*\s*\}\}/;

/** Answers a ticket by mail. `seen`: how many messages the operator saw; others since refuse it. */
export async function answerTicket(
  { acting, mail, operatorId }: TicketActing,
  { number, text, seen }: { number: number; text: string; seen: number },
): Promise<void> {
  const ready = sendable(mail, text);
  await change(acting, { number, action: "ticket.answer" }, async (trx, ticket) => {
    const count = await countMessages(trx, ticket.id);
    if (count !== seen) throw changedMeanwhile({ current: { messages: count } });
    const at = acting.clock.now();
    const id = newId(at);
    await insertMessage(trx, {
      id,
      ticket_id: ticket.id,
      kind: "answer",
      text: ready,
      operator_id: operatorId,
      at,
    });
    await mail.send(trx, answerMail, { messageId: id });
    return { waiting_since: null, answered_at: at, state: "open", closed_at: null };
  });
}

/** Writes a note for the team, or enters what the writer answered by mail, who then waits again. */
export async function noteOnTicket(
  { acting, operatorId }: TicketActing,
  { number, text, kind }: { number: number; text: string; kind: "note" | "theirs" },
): Promise<void> {
  const ready = readText("text", writtenLines(text), MAX_TEXT_LENGTH);
  await change(acting, { number, action: "ticket.note" }, async (trx, ticket) => {
    const at = acting.clock.now();
    await insertMessage(trx, {
      id: newId(at),
      ticket_id: ticket.id,
      kind,
      text: ready,
      operator_id: operatorId,
      at,
    });
    // Who writes again before the answer still waits since the first time: that is what was promised.
    return kind === "note"
      ? {}
      : { waiting_since: ticket.waiting_since ?? at, state: "open", closed_at: null };
  });
}

/** Gives a ticket to an operator, or to nobody. `from`: who cared for it when the operator looked. */
export async function assignTicket(
  { acting }: TicketActing,
  { number, from, to }: { number: number; from: string | null; to: string | null },
): Promise<void> {
  await change(acting, { number, action: "ticket.assign" }, async (_trx, ticket) => {
    if (ticket.assigned_to !== from && ticket.assigned_to !== to)
      throw changedMeanwhile({ current: { assignedTo: ticket.assigned_to } });
    return { assigned_to: to };
  });
}

/** Opens a closed ticket again: its writer waits from now on. */
export async function reopenTicket({ acting }: TicketActing, number: number): Promise<void> {
  await change(acting, { number, action: "ticket.reopen" }, async (_trx, ticket) =>
    ticket.state === "open" ? {} : { state: "open", closed_at: null, waiting_since: acting.clock.now() },
  );
}

/** Writes to a person first. Returns the number of the ticket. */
export async function writeToPerson(
  { acting, mail, operatorId }: TicketActing,
  to: { id: string; visitorId: string | null; email: string; language: string },
  { subject, text }: { subject: string; text: string },
): Promise<number> {
  const ready = sendable(mail, text);
  const title = readText("subject", writtenOneLine(subject), MAX_SUBJECT_LENGTH);
  return audited(acting, { action: "person.write" }, async (trx) => {
    const at = acting.clock.now();
    const [ticketId, id] = [newId(at), newId(at)];
    const { visitorId: visitor_id, email, language } = to;
    const number = await insertTicket(trx, {
      id: ticketId,
      email,
      subject: title,
      text: "",
      language,
      visitor_id,
      created_at: at,
      waiting_since: null,
      answered_at: at,
      begun_by: operatorId,
      assigned_to: operatorId,
    });
    await insertMessage(trx, {
      id,
      ticket_id: ticketId,
      kind: "answer",
      text: ready,
      operator_id: operatorId,
      at,
    });
    await mail.send(trx, answerMail, { messageId: id });
    const subjectOf = { kind: "person", id: to.id };
    return { result: number, changes: [{ subject: subjectOf, after: { ticket: ticketName(number) } }] };
  });
}

/** Returns a text as it is mailed; refuses it where nothing can be sent, or something in it was not filled in. */
function sendable(mail: Outbox, text: string): string {
  if (!mail.available) throw invalid([faultAt("text", (t) => t("ticketFault.noMail"))]);
  const ready = readText("text", writtenLines(text), MAX_TEXT_LENGTH);
  const [missing] = PLACEHOLDER.exec(ready) ?? [];
  if (missing !== undefined) throw invalid([faultAt("text", (t) => t("ticketFault.fillIn", { missing }))]);
  return ready;
}

/** Changes a ticket under its lock, with the row of the log: the fields that differ, and no text. */
async function change(
  acting: Acting,
  { number, action }: { number: number; action: AuditAction },
  work: (trx: Trx, ticket: TicketRow) => Promise<Partial<TicketRow>>,
): Promise<void> {
  await audited(acting, { action }, async (trx) => {
    const ticket = await lockTicket(trx, number);
    if (!ticket) throw notFound();
    const changes = await work(trx, ticket);
    await updateTicket(trx, ticket.id, changes);
    const after = { ...ticket, ...changes, messages: await countMessages(trx, ticket.id) };
    const subject = { kind: "ticket", id: ticketName(number) };
    return { result: undefined, changes: [{ subject, before: logged(ticket), after: logged(after) }] };
  });
}

function logged({ state, assigned_to, messages }: TicketRow & { messages?: number }) {
  return { state, assignedTo: assigned_to, ...(messages === undefined ? {} : { messages }) };
}
