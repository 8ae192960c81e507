import { useInfiniteQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { type ReactNode, useState } from "react";
import { MembersOnly } from "../app/guards.tsx";
import { SeriesList, SeriesListPending } from "../features/catalogue/series-list.tsx";
import { CardProgress } from "../features/library/card-progress.tsx";
import { favoritesQuery } from "../features/library/queries.ts";
import { useRemoved } from "../features/library/removals.ts";
import { RemoveButton } from "../features/library/remove-button.tsx";
import { Wish } from "../features/library/use-favorite.ts";
import { removalKey, useTakeOff } from "../features/library/use-take-off.ts";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/favorites`: the member's list, the newest first (R20). */
export function FavoritesScreen() {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t("titles.favorites", { site: name }));
  const pending = (
    <>
      <Heading count={0} />
      <SeriesListPending />
    </>
  );
  // A short list keeps its place: the footer does not jump up.
  return (
    <div className="min-h-dvh">
      <MembersOnly skeleton={pending}>{() => <MyList />}</MembersOnly>
    </div>
  );
}

function Heading({ count, children }: { count: number; children?: ReactNode }) {
  const t = useMessages();
  return (
    <div className="gutter mb-2 flex min-h-14 flex-wrap items-center gap-x-4 py-2">
      <h1 className="font-title text-2xl">{t("library.myList")}</h1>
      {count > 0 ? <p className="tabular text-sm text-muted">{t("list.count", { count })}</p> : null}
      {children}
    </div>
  );
}

function MyList() {
  const t = useMessages();
  const [editing, setEditing] = useState(false);
  const takeOff = useTakeOff("favorite");
  const list = useInfiniteQuery(favoritesQuery(useLanguage()));
  const removed = useRemoved();
  const cards = list.data?.cards.filter(({ id }) => !removed.has(removalKey("favorite", id)));
  const gone = (list.data?.cards.length ?? 0) - (cards?.length ?? 0);
  const total = (list.data?.total ?? 0) - gone;
  const shown = (cards ? { ...list, data: { cards, total } } : list) as typeof list;
  const action = editing
    ? (series: { id: string; title: string }) => (
        <RemoveButton
          label={t("library.remove", { title: series.title })}
          onRemove={() => takeOff(series)}
          className="absolute top-0 right-0"
        />
      )
    : undefined;
  return (
    <>
      <Wish />
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
    <Message icon={<Bookmark aria-hidden className="size-7" />} title={t("library.emptyTitle")}>
      <p>{t("library.emptyText")}</p>
      <ButtonLink shape="primary" href="/browse/all">
        {t("list.seeAll")}
      </ButtonLink>
    </Message>
  );
}
