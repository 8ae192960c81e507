import { useInfiniteQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { type ReactNode, useState } from "react";
import { SeriesList } from "../features/catalogue/series-list.tsx";
import { CardProgress } from "../features/library/card-progress.tsx";
import { EndedSeries } from "../features/library/ended-series.tsx";
import { favoritesQuery } from "../features/library/queries.ts";
import { useRemoved } from "../features/library/removals.ts";
import { RemoveButton } from "../features/library/remove-button.tsx";
import { PendingFavoriteEffect } from "../features/library/use-favorite.ts";
import { removalKey, useRemove } from "../features/library/use-remove.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { EmptySeriesList, SeriesListHeading, SeriesListScreen } from "./series-list-screen.tsx";

/** `/favorites`: the member's list, newest first (R20). */
export function FavoritesScreen() {
  return (
    <SeriesListScreen documentTitle="titles.favorites">
      <MyList />
    </SeriesListScreen>
  );
}

FavoritesScreen.Pending = () => <SeriesListScreen documentTitle="titles.favorites" heading={<Heading />} />;

function Heading(props: { count?: number; children?: ReactNode }) {
  const t = useMessages();
  return <SeriesListHeading text={t("library.myList")} size="text-2xl" {...props} />;
}

function MyList() {
  const t = useMessages();
  const [editing, setEditing] = useState(false);
  const remove = useRemove("favorite");
  const list = useInfiniteQuery(favoritesQuery(useLanguage()));
  const removed = useRemoved();
  const cards = list.data?.cards.filter(({ id }) => !removed.has(removalKey("favorite", id)));
  const removedCount = (list.data?.cards.length ?? 0) - (cards?.length ?? 0);
  const total = (list.data?.total ?? 0) - removedCount;
  const shown = (cards ? { ...list, data: { cards, total } } : list) as typeof list;
  const action = editing
    ? (series: { id: string; title: string }) => (
        <RemoveButton
          label={t("library.remove", { title: series.title })}
          onRemove={() => remove(series)}
          className="absolute top-0 right-0"
        />
      )
    : undefined;
  return (
    <>
      <PendingFavoriteEffect />
      <Heading count={total}>
        {cards?.length ? (
          <button
            type="button"
            aria-pressed={editing}
            onClick={() => setEditing(!editing)}
            className="ml-auto min-h-11 rounded-md px-2 text-sm font-medium text-muted hover:text-text"
          >
            {t(editing ? "library.done" : "library.edit")}
          </button>
        ) : null}
      </Heading>
      <EndedSeries of={({ listed }) => listed} />
      <SeriesList
        list={shown}
        empty={<Empty />}
        overlay={(series) => <CardProgress series={series} />}
        action={action}
      />
    </>
  );
}

function Empty() {
  const t = useMessages();
  return (
    <EmptySeriesList
      icon={Bookmark}
      title={t("library.emptyTitle")}
      text={t("library.emptyText")}
      link={t("list.seeAll")}
    />
  );
}
