import { useEffect, useState } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { formatSpokenTime } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";
import { type Draft, emptyDraft, readDraft, saveDraft } from "./contact-draft.ts";

/** The longest message, in characters as the server counts them. */
export const MAX_TEXT_LENGTH = 5000;
/** The longest subject, in characters. */
export const MAX_SUBJECT_LENGTH = 200;

type Field = keyof Draft;

/** What is wrong with the message: messages beside its fields, and one for the whole form. */
interface Fault {
  fields: Partial<Record<Field, string>>;
  message: string;
}

/** A message to the operator while it is written and sent. */
export interface Contact {
  values: Record<Field, string>;
  change: (field: Field, value: string) => void;
  fault: Fault | null;
  busy: boolean;
  /** The ticket number of the sent message. */
  ticket: string | null;
  send: () => Promise<void>;
  startAgain: () => void;
}

const session = () => window.sessionStorage;

/** Manages a message: it is saved until it is sent. */
export function useContact(): Contact {
  const t = useMessages();
  const language = useLanguage();
  const user = useUser();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<string | null>(null);
  useEffect(() => setDraft(readDraft(session)), []);

  const values = { ...draft, email: draft.email ?? user?.email ?? "" };

  function change(field: Field, value: string) {
    const next = { ...draft, [field]: value };
    setDraft(next);
    saveDraft(session, next);
  }

  /** Finds what the server would refuse; only the server validates the format of addresses. */
  function findFaults(): Fault["fields"] {
    const fields: Fault["fields"] = {};
    if (!values.email.trim()) fields.email = t("contact.emailMissing");
    if (!values.subject.trim()) fields.subject = t("contact.subjectMissing");
    if (!values.text.trim()) fields.text = t("contact.textMissing");
    if (lengthOf(values.subject) > MAX_SUBJECT_LENGTH) fields.subject = t("contact.tooLong");
    if (lengthOf(values.text) > MAX_TEXT_LENGTH) fields.text = t("contact.tooLong");
    return fields;
  }

  async function send() {
    const fields = findFaults();
    if (Object.keys(fields).length > 0) {
      setFault({ fields, message: "" });
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      const answer = await call("POST /api/contact", values, { quiet: true });
      saveDraft(session, null);
      setDraft(emptyDraft);
      setTicket(answer.ticket);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }

  function faultOf(error: unknown): Fault {
    if (!(error instanceof ApiError)) return { fields: {}, message: t("errors.general") };
    const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
    if (error.fields.length > 0) return { fields, message: "" };
    const retry = error.retryAfter ? retryMessage(error.retryAfter) : "";
    return { fields: {}, message: [error.message || t("errors.general"), retry].filter(Boolean).join(" ") };
  }

  function retryMessage(seconds: number): string {
    // Minutes are precise enough for a long wait.
    const time = seconds < 100 ? seconds : Math.ceil(seconds / 60) * 60;
    return t("contact.retryIn", { time: formatSpokenTime(time, language) });
  }

  return { values, change, fault, busy, ticket, send, startAgain: () => setTicket(null) };
}

/** Counts characters as the server does: a surrogate pair is one. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
