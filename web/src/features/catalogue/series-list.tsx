import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { CloudOff, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import { ListEnd } from "./list-end.tsx";
import type { LoadedList } from "./list-queries.ts";
import { SeriesGrid } from "./series-grid.tsx";

interface SeriesListProps {
  list: UseInfiniteQueryResult<LoadedList>;
  /** What stands in the place of an empty list: words and a next step. */
  empty: ReactNode;
}

const placeholders = Array.from({ length: 24 }, (_, index) => index);

/** A list of series that grows as one scrolls, in every state it can be in (R33). */
export function SeriesList({ list, empty }: SeriesListProps) {
  const { t } = useTranslation();
  const grid = useRef<HTMLUListElement>(null);
  const reached = useRef<number | null>(null);
  const { data } = list;
  const count = data?.cards.length ?? 0;

  // Who asked for more by the button goes on at the first of the new ones, not behind them.
  useEffect(() => {
    if (reached.current === null || count <= reached.current) return;
    grid.current?.children[reached.current]?.querySelector("a")?.focus({ preventScroll: true });
    reached.current = null;
  }, [count]);

  // Another list stood here last; what was asked for instead cannot come now.
  const again = () => void list.refetch({ cancelRefetch: false });
  if (list.fetchStatus === "paused" && (!data || list.isPlaceholderData)) return <Offline onBack={again} />;
  if (!data) {
    if (!list.isError) return <Pending />;
    return navigator.onLine ? <Failed retry={again} /> : <Offline onBack={again} />;
  }
  if (count === 0) return empty;
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={`transition-opacity duration-200 ${list.isPlaceholderData ? "opacity-50" : ""}`}
    >
      <SeriesGrid ref={grid} list={data.cards} eager={3} />
      <ListEnd
        list={list}
        shown={t("list.shown", { shown: count, total: Math.max(count, data.total) })}
        onMore={() => {
          reached.current = count;
          void list.fetchNextPage();
        }}
      />
    </div>
  );
}

function Pending() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <ul aria-hidden className="gutter posters animate-pulse">
        {placeholders.map((place) => (
          <li key={place}>
            <span className="block aspect-2/3 rounded-md bg-surface" />
            <span className="mt-2 block h-5 rounded-sm bg-surface" />
            <span className="block h-4.5" />
          </li>
        ))}
      </ul>
    </>
  );
}

// The connection may have gone before the page listened to that, so it listens to its return by itself.
function Offline({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    window.addEventListener("online", onBack);
    return () => window.removeEventListener("online", onBack);
  }, [onBack]);
  return (
    <Message icon={<WifiOff aria-hidden className="size-7" />} title={t("list.offlineTitle")}>
      <p role="status">{t("list.offlineText")}</p>
    </Message>
  );
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <Message icon={<CloudOff aria-hidden className="size-7" />} title={t("home.errorTitle")}>
      <p>{t("home.errorText")}</p>
      <Button shape="primary" onClick={retry}>
        {t("errors.retry")}
      </Button>
    </Message>
  );
}
