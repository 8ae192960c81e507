import { matchStretches } from "./match.ts";

/** A text with what was looked for marked in it (R24). */
export function Highlighted({ text, keyword }: { text: string; keyword: string }) {
  return matchStretches(text, keyword).map(({ text: part, hit, at }) =>
    hit ? (
      <mark key={at} className="bg-transparent text-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
