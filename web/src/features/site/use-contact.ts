import { useEffect, useState } from "react";
import { ApiError, call } from "../../lib/api.ts";
import { formatSpokenTime } from "../../lib/format.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useUser } from "../../lib/user.ts";
import { type Draft, emptyDraft, keepDraft, readDraft } from "./contact-draft.ts";

/** Most characters of a message, as the server counts them. */
export const longestText = 5000;
/** Most characters of its subject. */
export const longestSubject = 200;

type Field = keyof Draft;

/** What is wrong with the message: words beside its fields, and words for all of it. */
interface Fault {
  fields: Partial<Record<Field, string>>;
  words: string;
}

/** A message to the operator while it is written and sent. */
export interface Contact {
  values: Record<Field, string>;
  change: (field: Field, value: string) => void;
  fault: Fault | null;
  busy: boolean;
  /** The number of what was sent. */
  ticket: string | null;
  send: () => Promise<void>;
  startAnew: () => void;
}

const session = () => window.sessionStorage;

/** Writes a message, keeps it until it is sent, and sends it. */
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
    keepDraft(session, next);
  }

  /** Words for what the server would refuse anyway; its own rule for addresses is the one that counts. */
  function missing(): Fault["fields"] {
    const fields: Fault["fields"] = {};
    if (!values.email.trim()) fields.email = t("contact.emailMissing");
    if (!values.subject.trim()) fields.subject = t("contact.subjectMissing");
    if (!values.text.trim()) fields.text = t("contact.textMissing");
    if (lengthOf(values.subject) > longestSubject) fields.subject = t("contact.tooLong");
    if (lengthOf(values.text) > longestText) fields.text = t("contact.tooLong");
    return fields;
  }

  async function send() {
    const fields = missing();
    if (Object.keys(fields).length > 0) {
      setFault({ fields, words: "" });
      return;
    }
    setBusy(true);
    setFault(null);
    try {
      const answer = await call("POST /api/contact", values, { quiet: true });
      keepDraft(session, null);
      setDraft(emptyDraft);
      setTicket(answer.ticket);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }

  function faultOf(error: unknown): Fault {
    if (!(error instanceof ApiError)) return { fields: {}, words: t("errors.general") };
    const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
    if (error.fields.length > 0) return { fields, words: "" };
    const wait = error.retryAfter ? retryWords(error.retryAfter) : "";
    return { fields: {}, words: [error.message || t("errors.general"), wait].filter(Boolean).join(" ") };
  }

  function retryWords(seconds: number): string {
    // Minutes are enough for a long wait.
    const time = seconds < 100 ? seconds : Math.ceil(seconds / 60) * 60;
    return t("contact.retryIn", { time: formatSpokenTime(time, language) });
  }

  return { values, change, fault, busy, ticket, send, startAnew: () => setTicket(null) };
}

/** Characters as the server counts them: a pair of halves is one. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
