import type { Language } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";

/** The content of an email. All of it is plain text: the layout escapes and formats it. */
export interface Email {
  /** The only recipient. */
  to: string;
  language: Language;
  subject: string;
  /** The preview that a mailbox shows beside the subject. */
  preview: string;
  paragraphs: string[];
  /** Names and values, shown as a table after the paragraphs. */
  facts?: [name: string, value: string][];
  /** The main action. */
  button?: { label: string; url: string };
  /** Further links, after the button and smaller. */
  links?: { label: string; url: string }[];
  /** Fine print after the button. */
  small?: string[];
  /** The address for answers; default: the operator's. */
  replyTo?: string;
  /** The address that it comes from; default: that of the installation, which stays the one for bounces. */
  from?: string;
  /** Whether a person wrote it, so that mailboxes may answer it by themselves. */
  isPersonal?: boolean;
  /** Where it is part of a conversation: its id, and those of the emails that it follows, oldest first; each of `newId`. */
  thread?: { id: string; follows: readonly string[] };
}

/** Composes an email when it is sent; null when it is no longer needed, such as after the account was deleted. */
export type WriteEmail<T> = (data: T) => Promise<Email | null>;

/** Sends email if the transaction it belongs to commits: once or, after a crash, more than once. */
export interface Outbox {
  /** Whether a mail server is configured. Without one, `send` does nothing. */
  available: boolean;
  /** Registers the composer of a kind; in every process, before the first `send`. */
  define<T extends object>(kind: string, write: WriteEmail<T>): void;
  /** Queues an email in `db`'s transaction. `data` is stored in the database: ids, never secrets. */
  send(db: Db, kind: string, data: object): Promise<void>;
}
