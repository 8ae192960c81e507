import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { savesData } from "../../lib/saves-data.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";

/** How far before the end the next page is fetched. */
const PREFETCH_MARGIN = "600px";

interface ListEndProps {
  list: UseInfiniteQueryResult<unknown>;
  /** A text that says how much of the list is loaded. */
  shown: string;
  onMore: () => void;
}

/**
 * Renders the end of the loaded list: it fetches the next page when it comes near the viewport, or by its button, and
 * says when the list is complete.
 */
export function ListEnd({ list, shown, onMore }: ListEndProps) {
  const t = useMessages();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, isFetchNextPageError: failed } = list;
  const offline = list.fetchStatus === "paused";
  const loading = list.isFetchingNextPage && !offline;
  const canFetch = hasNextPage && !isFetching && !failed && !offline;
  const fetchNext = useEffectEvent(() => void list.fetchNextPage());

  useEffect(() => {
    const element = end.current;
    if (!canFetch || !element || savesData()) return undefined;
    // A user who saves data requests each page by the button. The observer starts again after every page: after a
    // short one the end may still be in the viewport.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchNext();
      },
      { rootMargin: `${PREFETCH_MARGIN} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [canFetch]);

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
