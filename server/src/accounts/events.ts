import type { Language } from "@cliffhanger/contract";
import type { Db, Trx } from "#platform/db/database";
import type { Click } from "#platform/http/request-rules";
import type { MessageId } from "#platform/messages";

/** A visit, with what the browser reported about its origin. */
export interface Visit {
  visitorId: string;
  /** Path and query of the landing page; undefined when this is not its first call. */
  landing: string | undefined;
  referrer: string | undefined;
  click: Click;
  language: Language;
}

/** The message that describes each file of an export, by file name without ending. */
export type ExportFiles = Readonly<Record<string, MessageId>>;

/** Reactions of a domain that stores data about visitors to changes of an account. */
export interface AccountListener {
  /** Runs at the start of every visit. A failure here never blocks the visitor. */
  visited?(visit: Visit): Promise<void>;
  /** Runs in the transaction of a sign-in: moves the guest's data to the member; the newest counts. */
  merged?(trx: Trx, change: { guestId: string; memberId: string }): Promise<void>;
  /** Runs in the transaction in which a person's new address replaces the former one: somebody else may have that mailbox. */
  moved?(trx: Trx, change: { visitorId: string; from: string; to: string }): Promise<void>;
  /** Runs in the transaction in which a person requests the deletion of their account, weeks before it is erased. */
  leaves?(trx: Trx, visitorId: string): Promise<void>;
  /** Runs in the transaction that erases visitors, before their rows are deleted: deletes data without a foreign key to them. */
  erased?(trx: Trx, visitorIds: readonly string[]): Promise<void>;
  /** Returns this domain's data about a person for their export, by file name without extension, as JSON values. */
  exported?(db: Db, visitorId: string): Promise<Record<string, unknown>>;
  /** The descriptions of those files in the readme of the export. */
  files?: ExportFiles;
  /**
   * Returns those of the given guests about whom this domain stores data. Guests without data in any domain are deleted
   * two days after their last visit.
   */
  hasDataOf?(trx: Trx, guestIds: readonly string[]): Promise<string[]>;
  /** Returns those of the given guests who stay even without a session: what they bought is found again by their address. */
  mustKeep?(trx: Trx, guestIds: readonly string[]): Promise<string[]>;
}
