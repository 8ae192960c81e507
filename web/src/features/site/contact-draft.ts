import { storage } from "../../lib/storage.ts";

/** A message to the operator. A null address is untouched: the form then shows the member's address. */
export interface Draft {
  email: string | null;
  subject: string;
  text: string;
}

/** An empty message. */
export const emptyDraft: Draft = { email: null, subject: "", text: "" };

const STORAGE_KEY = "CONTACT_DRAFT";

/** Reads the draft of this tab, else an empty one. What a member wrote is not for the next viewer of the tab. */
export function readDraft(store: () => Storage): Draft {
  try {
    const stored: unknown = JSON.parse(store().getItem(STORAGE_KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return emptyDraft;
    const { of = null, email, subject, text } = stored as Record<string, unknown>;
    if (of !== null && of !== memberNow()) return emptyDraft;
    return { email: typeof email === "string" ? email : null, subject: textOf(subject), text: textOf(text) };
  } catch {
    // Storage is blocked or contains invalid data: the form starts empty.
    return emptyDraft;
  }
}

/** Saves a draft until the tab closes; null removes it. */
export function saveDraft(store: () => Storage, draft: Draft | null): void {
  try {
    if (draft) store().setItem(STORAGE_KEY, JSON.stringify({ ...draft, of: memberNow() }));
    else store().removeItem(STORAGE_KEY);
  } catch {
    // Without storage, the form itself still contains the draft.
  }
}

/** Returns the id of the member who uses the browser; null for a guest, whose draft stays when they sign in. */
function memberNow(): string | null {
  return storage.get("userKind") === "member" ? storage.get("userId") : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
