const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for markup, including attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? "");
}
