/** A line of two texts: in both, or in one of them alone. */
export interface DifferenceLine {
  /** Its place among the lines, from 0. */
  place: number;
  kind: "same" | "theirs" | "ours";
  text: string;
}

/**
 * Compares two texts line by line by their longest common part: what is only in `theirs` was added, what is only in `ours`
 * was left out.
 */
export function differenceOf(ours: string, theirs: string): DifferenceLine[] {
  const [before, after] = [linesOf(ours), linesOf(theirs)];
  const common = commonLengths(before, after);
  const lines: DifferenceLine[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [own, other] = [before[left], after[right]];
    if (own !== undefined && own === other) {
      lines.push({ place: lines.length, kind: "same", text: own });
      left++;
      right++;
    } else if (
      other === undefined ||
      (own !== undefined && lengthAt(common, left + 1, right) >= lengthAt(common, left, right + 1))
    ) {
      lines.push({ place: lines.length, kind: "ours", text: own ?? "" });
      left++;
    } else {
      lines.push({ place: lines.length, kind: "theirs", text: other });
      right++;
    }
  }
  return lines;
}

function linesOf(text: string): string[] {
  return text.replaceAll("\r\n", "\n").trim().split("\n");
}

/** Returns, for each pair of places, how many lines the rests have in common. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--) {
      const length =
        before[left] === after[right]
          ? lengthAt(rows, left + 1, right + 1) + 1
          : Math.max(lengthAt(rows, left + 1, right), lengthAt(rows, left, right + 1));
      rows[left]?.fill(length, right, right + 1);
    }
  }
  return rows;
}

function lengthAt(rows: readonly Uint32Array[], left: number, right: number): number {
  return rows[left]?.[right] ?? 0;
}
