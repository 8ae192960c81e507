import { randomUUID } from "node:crypto";
import type { Email } from "postal-mime";

/** A mail that arrived. */
export interface Message {
  id: string;
  receivedAt: string;
  /** Who it came from and went to by the SMTP dialogue, which is what counts. */
  envelope: { from: string; to: string[] };
  subject: string;
  from: string;
  messageId: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  raw: Buffer;
}

/** The newest mails, kept in memory. */
export interface Messages {
  add(envelope: Message["envelope"], raw: Buffer): Promise<Message>;
  /** The newest first; with `to`, those to that address. */
  list(to?: string | null): Message[];
  find(id: string): Message | undefined;
  remove(id?: string): number;
}

const MOST = 500;

/** An empty mailbox. */
export function openMessages(): Messages {
  let kept: Message[] = [];
  return {
    async add(envelope, raw) {
      // Loaded with the first mail: until then it would only delay the start.
      const { default: PostalMime } = await import("postal-mime");
      const message = describe(envelope, raw, await PostalMime.parse(raw));
      kept = [message, ...kept].slice(0, MOST);
      return message;
    },
    list: (to) => (to ? kept.filter(({ envelope }) => envelope.to.includes(to.toLowerCase())) : kept),
    find: (id) => kept.find((message) => message.id === id),
    remove(id) {
      const before = kept.length;
      kept = id === undefined ? [] : kept.filter((message) => message.id !== id);
      return before - kept.length;
    },
  };
}

function describe(envelope: Message["envelope"], raw: Buffer, email: Email): Message {
  const { name = "", address = "" } = email.from ?? {};
  return {
    id: randomUUID(),
    receivedAt: new Date().toISOString(),
    envelope: { from: envelope.from, to: envelope.to.map((to) => to.toLowerCase()) },
    subject: email.subject ?? "",
    from: name ? `${name} <${address}>` : address,
    messageId: email.messageId ?? "",
    text: email.text ?? "",
    html: email.html ?? "",
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    raw,
  };
}
