import { matchParts } from "./match.ts";

/** Renders a text with the matches of the keyword marked (R24). */
export function Highlighted({ text, keyword }: { text: string; keyword: string }) {
  return matchParts(text, keyword).map(({ text: part, hit, at }) =>
    hit ? (
      <mark key={at} className="bg-transparent text-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
