import { randomUUID } from "node:crypto";
import type { Email } from "postal-mime";

/** A received mail. */
export interface Message {
  id: string;
  receivedAt: string;
  /** Sender and recipients of the SMTP dialogue, which are the ones that count. */
  envelope: { from: string; to: string[] };
  subject: string;
  from: string;
  messageId: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  raw: Buffer;
}

/** The newest mails, in memory. */
export interface Messages {
  add(envelope: Message["envelope"], raw: Buffer): Promise<Message>;
  /** Lists them, the newest first; with `to`, those to that address. */
  list(to?: string | null): Message[];
  find(id: string): Message | undefined;
  remove(id?: string): number;
}

const MAX_MESSAGES = 500;

/** Opens an empty mailbox. */
export function openMessages(): Messages {
  let messages: Message[] = [];
  return {
    async add(envelope, raw) {
      // Loaded with the first mail, so that it does not delay the start.
      const { default: PostalMime } = await import("postal-mime");
      const message = describe(envelope, raw, await PostalMime.parse(raw));
      messages = [message, ...messages].slice(0, MAX_MESSAGES);
      return message;
    },
    list: (to) => (to ? messages.filter(({ envelope }) => envelope.to.includes(to.toLowerCase())) : messages),
    find: (id) => messages.find((message) => message.id === id),
    remove(id) {
      const before = messages.length;
      messages = id === undefined ? [] : messages.filter((message) => message.id !== id);
      return before - messages.length;
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
