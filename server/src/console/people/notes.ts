import type { AccountListener } from "#accounts";
import { type Acting, audited } from "#platform/db/audit";
import { newId } from "#platform/ids";
import { deleteSentMails } from "#platform/mail/repository";
import { NEVER } from "./person.ts";
import { insertNote, listNotes } from "./repository.ts";

const MOST_EXPORTED = 10_000;

/** Writes a note of the team about a person. The row of the log has no text. */
export async function writeNote(
  acting: Acting,
  { id, operatorId, text }: { id: string; operatorId: string; text: string },
): Promise<void> {
  await audited(acting, { action: "person.note" }, async (trx) => {
    const at = acting.clock.now();
    const note = newId(at);
    const written = text.toWellFormed().replaceAll("\0", "");
    await insertNote(trx, { id: note, visitor_id: id, at, operator_id: operatorId, text: written });
    return { result: undefined, changes: [{ subject: { kind: "person", id }, after: { note } }] };
  });
}

/** Adds the team's notes to a person's export; they go with the account, and so does what was recorded of its emails. */
export const personRecords: AccountListener = {
  async exported(db, visitorId) {
    const notes = await listNotes(db, [visitorId], { ...NEVER, limit: MOST_EXPORTED });
    return notes.length > 0 ? { notes: notes.map(({ at, text }) => ({ at: at.toISOString(), text })) } : {};
  },
  files: { notes: "exports.files.notes" },
  erased: (trx, visitorIds) => deleteSentMails(trx, { subjectIds: visitorIds }),
};
