import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { savesData } from "../../lib/saves-data.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";

/** How far before the end the next page is fetched. */
const ahead = "600px";

interface ListEndProps {
  list: UseInfiniteQueryResult<unknown>;
  /** How much of the list is there, in words. */
  shown: string;
  onMore: () => void;
}

/** The end of what is loaded: it fetches on when it comes near, by its button too, and says when that was all. */
export function ListEnd({ list, shown, onMore }: ListEndProps) {
  const t = useMessages();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, isFetchNextPageError: failed } = list;
  const offline = list.fetchStatus === "paused";
  const loading = list.isFetchingNextPage && !offline;
  const loads = hasNextPage && !isFetching && !failed && !offline;
  const fetchOn = useEffectEvent(() => void list.fetchNextPage());

  useEffect(() => {
    const element = end.current;
    if (!loads || !element || savesData()) return undefined;
    // Who saves data asks for each page by the button.
    // Looked at anew after every page: a short one may leave the end in sight.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchOn();
      },
      { rootMargin: `${ahead} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [loads]);

  return (
    <div
      ref={end}
      className="gutter flex min-h-28 flex-col items-center justify-center gap-3 pt-6 text-center text-muted"
    >
      <p role="status" className="sr-only">
        {loading ? t("common.loading") : shown}
      </p>
      {failed ? <p role="alert">{t("errors.text")}</p> : null}
      {offline ? <p>{t("list.offlineText")}</p> : null}
      {hasNextPage && !offline ? (
        <Button
          shape="quiet"
          aria-disabled={isFetching}
          onClick={() => (isFetching ? undefined : onMore())}
          className="min-w-[min(12rem,100%)] text-text aria-disabled:text-muted"
        >
          {loading ? t("common.loading") : failed ? t("errors.retry") : t("list.loadMore")}
        </Button>
      ) : null}
      {hasNextPage ? null : <p className="text-sm">{t("list.end")}</p>}
    </div>
  );
}
