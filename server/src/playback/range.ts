/** A part of a file: offsets of its first and last byte, both within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header (RFC 9110, 14.2) for a body of `length` bytes. Null means the whole body: no range, several
 * ranges, or another unit, which a server may ignore. "unsatisfiable" means status 416.
 */
export function parseRange(header: string | undefined, length: number): ByteRange | "unsatisfiable" | null {
  const match = header === undefined ? null : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header);
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const suffix = Number(last);
    if (suffix === 0 || length === 0) return "unsatisfiable";
    return { start: Math.max(0, length - suffix), end: length - 1 };
  }
  const start = Number(first);
  if (start >= length) return "unsatisfiable";
  const end = last === "" ? length - 1 : Math.min(Number(last), length - 1);
  return end < start ? null : { start, end };
}
