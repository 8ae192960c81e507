/** Who closed a manual review, when and with which note; null while it is open. */
export interface ClosedColumns {
  closed_at: Date | null;
  closed_by: string | null;
  close_note: string | null;
}

/** The columns of a row whose review is open. */
export const notClosed: ClosedColumns = { closed_at: null, closed_by: null, close_note: null };
