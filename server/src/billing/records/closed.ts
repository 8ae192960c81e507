/** Who closed a fact in manual review, when and with which note; null while it is open. */
export interface ClosedColumns {
  closed_at: Date | null;
  closed_by: string | null;
  close_note: string | null;
}

/** Of a row that nobody has closed. */
export const notClosed: ClosedColumns = { closed_at: null, closed_by: null, close_note: null };
