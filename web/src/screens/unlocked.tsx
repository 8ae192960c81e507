import { useInfiniteQuery } from "@tanstack/react-query";
import { LockOpen } from "lucide-react";
import { unlockedQuery } from "../features/billing/queries.ts";
import { SeriesList } from "../features/catalogue/series-list.tsx";
import { CardProgress } from "../features/library/card-progress.tsx";
import { EndedSeries } from "../features/library/ended-series.tsx";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { EmptySeriesList, SeriesListHeading, SeriesListScreen } from "./series-list-screen.tsx";

/** `/unlocked`: the series that a member unlocked, newest first (R22, R38). */
export function UnlockedScreen() {
  return (
    <SeriesListScreen documentTitle="titles.unlocked">
      <Unlocked />
    </SeriesListScreen>
  );
}

UnlockedScreen.Pending = () => <SeriesListScreen documentTitle="titles.unlocked" heading={<Heading />} />;

function Heading({ count }: { count?: number }) {
  const t = useMessages();
  return (
    <SeriesListHeading
      text={t("money.unlocked")}
      size="text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word"
      count={count}
    />
  );
}

function Unlocked() {
  const list = useInfiniteQuery(unlockedQuery(useLanguage()));
  return (
    <>
      <Heading count={list.data?.total} />
      <EndedSeries of={() => true} />
      <SeriesList list={list} empty={<Empty />} overlay={(series) => <CardProgress series={series} />} />
    </>
  );
}

function Empty() {
  const t = useMessages();
  return (
    <EmptySeriesList
      icon={LockOpen}
      title={t("money.nothingTitle")}
      text={t("money.nothingText")}
      link={t("money.browse")}
    />
  );
}
