import type { SeriesCard } from "@cliffhanger/contract";

/** Renders cards that are not drawn yet, as high as they will be: the titles, and room for the rest. */
export function PendingCards({ list, className = "" }: { list: readonly SeriesCard[]; className?: string }) {
  return list.map(({ id, title }) => (
    <li key={id} className={`pending-card text-sm font-medium wrap-break-word hyphens-auto ${className}`}>
      {title}
    </li>
  ));
}
