/** What a message to the operator holds. An address that is null was never touched: a member's own stands there. */
export interface Draft {
  email: string | null;
  subject: string;
  text: string;
}

/** Nothing written yet. */
export const emptyDraft: Draft = { email: null, subject: "", text: "" };

const key = "CONTACT_DRAFT";

/** The draft that this tab holds, else an empty one. */
export function readDraft(store: () => Storage): Draft {
  try {
    const kept: unknown = JSON.parse(store().getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null) return emptyDraft;
    const { email, subject, text } = kept as Record<string, unknown>;
    return { email: typeof email === "string" ? email : null, subject: textOf(subject), text: textOf(text) };
  } catch {
    // Storage is blocked, or holds what is none of ours: the form begins empty.
    return emptyDraft;
  }
}

/** Keeps a draft for as long as the tab is open; null takes it away. */
export function keepDraft(store: () => Storage, draft: Draft | null): void {
  try {
    if (draft) store().setItem(key, JSON.stringify(draft));
    else store().removeItem(key);
  } catch {
    // A browser that keeps nothing has at least the form itself, which still holds it.
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
