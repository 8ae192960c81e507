import type { Homepage } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { memo, Suspense, useEffect, useState } from "react";
import { useSearch } from "wouter";
import { Featured, type FeaturedList } from "../features/catalogue/featured.tsx";
import { firstCards } from "../features/catalogue/first-cards.ts";
import { HomeSkeleton, RowSkeleton } from "../features/catalogue/home-skeleton.tsx";
import { homepageQuery } from "../features/catalogue/queries.ts";
import { ScrollRow } from "../features/catalogue/scroll-row.tsx";
import { Section } from "../features/catalogue/section.tsx";
import { SectionHeading } from "../features/catalogue/section-heading.tsx";
import { hasContinueHint, hasContinuePlace } from "../features/library/continue-hint.ts";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useUser } from "../lib/user.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { Failed } from "../ui/failed.tsx";

const EmptyHome = lazyOnOpen(
  () => import("../features/catalogue/empty-home.tsx").then(({ EmptyHome }) => EmptyHome),
  { messages: ["lists"], styles: "core" },
);

// A catalogue of one series is rare, so home does not load this code in advance.
const SingleSeries = lazyOnOpen(
  () => import("../features/catalogue/single-series.tsx").then(({ SingleSeries }) => SingleSeries),
  { messages: ["watch", "library"], styles: "full" },
);

const ContinueRow = lazyOnOpen(
  () => import("../features/library/continue-row.tsx").then(({ ContinueRow }) => ContinueRow),
  { messages: ["library"], styles: "full" },
);

// The server's markup contains a placeholder for each lazy component.
const empty = <div className="min-h-dvh" />;

/** `/`: the featured carousel and the operator's sections (R10, R11). */
export function HomeScreen() {
  const t = useMessages();
  const { name } = useSite();
  const { data, isPending, refetch } = useQuery(homepageQuery(useLanguage()));
  useDocumentTitle(t("home.title", { name }));
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      {data ? <HomeContent home={data} /> : isPending ? <Pending /> : <Failed retry={() => void refetch()} />}
    </>
  );
}

const HomeContent = memo(function HomeContent({ home }: { home: Homepage }) {
  const sections = home.sections.filter(({ list }) => list.length > 0);
  const featured: FeaturedList = home.featured.list.length > 0 ? home.featured : featureFirst(home);
  const seriesIds = new Set([...featured.list, ...sections.flatMap(({ list }) => list)].map(({ id }) => id));
  const [only] = featured.list;
  if (!only) {
    return <EmptyHome place={empty} />;
  }
  if (seriesIds.size === 1) {
    return (
      <div className="space-y-7 md:space-y-10">
        <Featured featured={featured} />
        <Continue />
        <SingleSeries place={empty} series={only} />
      </div>
    );
  }
  const first = firstCards(sections);
  const ranking = sections.find(({ kind }) => kind === "ranking");
  return (
    <div className="programme">
      <Featured featured={featured} />
      <div className="empty:hidden">
        <Continue />
      </div>
      {sections.map((section, index) => (
        <div key={section.id} className={section === ranking ? "beside" : undefined}>
          {/* Each section hydrates separately, after the visible content and without blocking input. */}
          <Suspense>
            <Section section={section} drawn={first[index] ?? 0} />
          </Suspense>
        </div>
      ))}
    </div>
  );
});

// Only a browser with a watch history has something to continue, or a member, who may have watched elsewhere.
function Continue() {
  const search = useSearch();
  const isHydrated = useHydrated();
  const [hasHint, setHint] = useState(() => {
    if (typeof document === "undefined") return hasContinueHint(search);
    return isHydrated ? hasContinueHint(document.cookie) : hasContinuePlace();
  });
  useEffect(() => {
    if (hasContinueHint(document.cookie)) setHint(true);
  }, []);
  const member = useUser()?.kind === "member";
  const place = hasHint ? <RowSkeleton /> : null;
  if (!hasHint && !member) return null;
  return (
    <ContinueRow
      place={place}
      waiting={place}
      frame={(title, cards) => (
        <section aria-labelledby="continue">
          <SectionHeading id="continue" title={title} href={null} />
          <ScrollRow title={title}>{cards}</ScrollRow>
        </section>
      )}
    />
  );
}

// Without featured series, home opens with the first series of the first section.
function featureFirst(home: Homepage): FeaturedList {
  return { title: home.featured.title, list: home.sections.flatMap(({ list }) => list).slice(0, 1) };
}

function Pending() {
  const t = useMessages();
  return (
    <>
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <HomeSkeleton />
    </>
  );
}
