/**
 * Returns the text of one member of an object, exactly as it was written; undefined when it is missing. The text is
 * valid JSON.
 */
export function rawMember(text: string, name: string): string | undefined {
  let at = skipBlank(text, 0) + 1;
  while (at < text.length) {
    at = skipBlank(text, at);
    if (text[at] === ",") at = skipBlank(text, at + 1);
    if (text[at] === "}") return undefined;
    const afterKey = skipValue(text, at);
    const key: unknown = JSON.parse(text.slice(at, afterKey));
    // Past the colon, which may have whitespace on both sides.
    const start = skipBlank(text, skipBlank(text, afterKey) + 1);
    at = skipValue(text, start);
    if (key === name) return text.slice(start, at);
  }
  return undefined;
}

function skipBlank(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? "")) next += 1;
  return next;
}

function skipValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return skipString(text, at);
  if (first !== "{" && first !== "[") {
    let next = at;
    while (next < text.length && !/[\s,}\]]/.test(text[next] ?? "")) next += 1;
    return next;
  }
  let depth = 0;
  for (let next = at; next < text.length; next += 1) {
    const sign = text[next];
    if (sign === '"') next = skipString(text, next) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    if (depth === 0) return next + 1;
  }
  return text.length;
}

function skipString(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text[next] !== '"') next += text[next] === "\\" ? 2 : 1;
  return next + 1;
}
