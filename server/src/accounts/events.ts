import type { Language } from "@cliffhanger/contract";
import type { Db, Trx } from "#platform/db/database";
import type { Click } from "#platform/http/request-rules";
import type { MessageId } from "#platform/messages";

/** Somebody is here, and this is what their browser told of how they came. */
export interface Visit {
  visitorId: string;
  /** Path and query as they arrived; undefined where it is no landing, or not the first call of one. */
  landing: string | undefined;
  referrer: string | undefined;
  click: Click;
  language: Language;
}

/** The message that describes each file of an export, by file name without ending. */
export type ExportFiles = Readonly<Record<string, MessageId>>;

/** What a part of the product that keeps things about visitors does when an account changes. */
export interface AccountListener {
  /** Somebody asked who they are: once at the start of every visit. What fails here keeps nobody out. */
  visited?(visit: Visit): Promise<void>;
  /** In the transaction of a sign-in: what the guest did is the member's from here on, the newest counts. */
  merged?(trx: Trx, change: { guestId: string; memberId: string }): Promise<void>;
  /** In the transaction in which somebody asks for their account to be deleted: it is erased only weeks later. */
  leaves?(trx: Trx, visitorId: string): Promise<void>;
  /** In the transaction that erases an account, before its row goes: what has no foreign key to it goes here. */
  erased?(trx: Trx, visitorId: string): Promise<void>;
  /** What this part keeps about a person, by file name without ending, as values of JSON: their export. */
  exported?(db: Db, visitorId: string): Promise<Record<string, unknown>>;
  /** The descriptions of those files in the readme of the export. */
  files?: ExportFiles;
  /**
   * Those of some guests about whom this part keeps something: guests about whom nobody does are forgotten two days after
   * they were last seen.
   */
  keeps?(trx: Trx, guestIds: readonly string[]): Promise<string[]>;
}
