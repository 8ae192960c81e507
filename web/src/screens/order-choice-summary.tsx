import type { Episode, Money, Series } from "@cliffhanger/contract";
import { stageImage } from "../features/catalogue/stage-image.ts";
import { useMessages } from "../lib/use-language.ts";
import { Picture } from "../ui/picture.tsx";

interface OrderChoiceSummaryProps {
  title: string;
  price: Money;
  /** The series that the customer came from, with the episode; null for a membership bought from none. */
  series: Series | null;
  episode: Episode | null;
}

/** Renders what a choice is and costs, beside the still that the customer came from. */
export function OrderChoiceSummary({ title, price, series, episode }: OrderChoiceSummaryProps) {
  const t = useMessages();
  return (
    <section
      aria-labelledby="choice"
      className="flex gap-4 rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)]"
    >
      {series ? (
        <Picture
          image={stageImage(series, episode)}
          sizes="72px"
          className="relative h-24 w-16 shrink-0 rounded-sm max-[23rem]:hidden"
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <h1 id="choice" className="font-title text-xl wrap-break-word hyphens-auto">
          {title}
        </h1>
        <p className="tabular mt-1 text-[min(2.5rem,11vw)] leading-[1.04] font-bold">{price.display}</p>
        {series && episode ? (
          <p className="mt-1.5 text-sm wrap-break-word text-muted">
            {series.title} · {t("series.episode", { number: episode.number })}
          </p>
        ) : null}
      </div>
    </section>
  );
}
