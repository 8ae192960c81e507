const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it may stand in markup, in attributes too. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? "");
}
