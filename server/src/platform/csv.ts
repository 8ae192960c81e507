/**
 * Quotes a text as a cell. Anyone can name a campaign, so a text that a spreadsheet would run as a formula is
 * prefixed (T14).
 */
export function csvCell(text: string): string {
  const plain = text.replace(/[\p{Cc}]/gu, " ");
  const begins = /^\s*[=+\-@|%]/u.test(plain) || /^[＝＋－＠]/u.test(plain) || /^ *[\t\r]/.test(text);
  const safe = begins ? `'${plain}` : plain;
  return /[",;\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
