import type { Series } from "@cliffhanger/contract";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";

// The server does not know the zone of the viewer, so times are rendered in the browser only.
/** Renders when the next episode comes. */
export const LaterComesOn = lazyOnOpen(
  () => import("../features/catalogue/comes-on.tsx").then(({ ComesOn }) => ComesOn),
  { messages: ["coming"] },
);

/** Renders the episodes to come. */
export const LaterUpcoming = lazyOnOpen(
  () =>
    import("../features/catalogue/upcoming-episodes.tsx").then(({ UpcomingEpisodes }) => UpcomingEpisodes),
  { messages: ["coming"] },
);

/** Renders the page of a series whose first episode has a time. */
export function Coming({ series }: { series: Series }) {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(`${series.title} · ${name}`);
  const [next] = series.upcoming;
  return (
    <div className="mx-auto flex w-full max-w-md flex-col items-center gap-5 px-6 py-16 text-center">
      <Picture
        image={series.poster}
        sizes="208px"
        priority
        className="relative block aspect-2/3 w-52 max-w-full rounded-lg"
      />
      <h1 className="max-w-full font-title text-2xl wrap-break-word hyphens-auto">{series.title}</h1>
      <div className="min-h-15">{next ? <LaterComesOn next={next} isFirst /> : null}</div>
      {series.synopsis ? <p className="text-text/85">{series.synopsis}</p> : null}
      <ButtonLink shape="quiet" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </div>
  );
}
