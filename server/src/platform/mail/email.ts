import type { Language } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";

/** A mail in words; how it looks is the layout's. Everything in it is plain text: the layout escapes it. */
export interface Email {
  /** The one address that it goes to. */
  to: string;
  language: Language;
  subject: string;
  /** What a mailbox shows beside the subject. */
  preview: string;
  paragraphs: string[];
  /** What is looked up in it rather than read, as a table after the paragraphs: what it is, and the value. */
  facts?: [name: string, value: string][];
  /** The one thing to do. */
  button?: { label: string; url: string };
  /** Fine print after the button. */
  small?: string[];
  /** Where an answer goes, when not to the operator. */
  replyTo?: string;
}

/** Composes a letter when it is sent; null when there is nothing to say any more, such as to an account that is gone. */
export type WriteEmail<T> = (data: T) => Promise<Email | null>;

/** Mail that goes out with the transaction it belongs to, once or, after a crash, more than once. */
export interface Outbox {
  /** Whether mail goes out at all. Where it does not, `send` does nothing. */
  available: boolean;
  /** Says how the letters of a kind are written; in every process, before the first `send`. */
  define<T extends object>(kind: string, write: WriteEmail<T>): void;
  /** Puts a letter into the post with `db`'s transaction. `data` lies in the database: ids, never secrets. */
  send(db: Db, kind: string, data: object): Promise<void>;
}
