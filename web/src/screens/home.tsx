import type { Homepage } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Clapperboard, CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Featured, type FeaturedList } from "../features/catalogue/featured.tsx";
import { HomeSkeleton } from "../features/catalogue/home-skeleton.tsx";
import { homepageQuery } from "../features/catalogue/queries.ts";
import { Section } from "../features/catalogue/section.tsx";
import { SingleSeries } from "../features/catalogue/single-series.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage } from "../lib/use-language.ts";
import { Button } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/`: the featured carousel and the operator's sections (R10, R11). */
export function HomeScreen() {
  const { t } = useTranslation();
  const { name } = useSite();
  const { data, isPending, refetch } = useQuery(homepageQuery(useLanguage()));
  useDocumentTitle(t("home.title", { name }));
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      {data ? <Programme home={data} /> : isPending ? <Pending /> : <Failed retry={() => void refetch()} />}
    </>
  );
}

function Programme({ home }: { home: Homepage }) {
  const sections = home.sections.filter(({ list }) => list.length > 0);
  const featured: FeaturedList = home.featured.list.length > 0 ? home.featured : featureFirst(home);
  const known = new Set([...featured.list, ...sections.flatMap(({ list }) => list)].map(({ id }) => id));
  const [only] = featured.list;
  if (!only) return <Empty />;
  if (known.size === 1) {
    return (
      <div className="space-y-7 md:space-y-10">
        <Featured featured={featured} />
        <SingleSeries series={only} />
      </div>
    );
  }
  const ranking = sections.find(({ kind }) => kind === "ranking");
  return (
    <div className="space-y-3 md:space-y-7">
      <div
        className={
          ranking
            ? "space-y-3 lg:grid lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:space-y-0 lg:pr-8 xl:pr-12"
            : ""
        }
      >
        <div className="min-w-0">
          <Featured featured={featured} />
        </div>
        {ranking ? (
          <div className="lg:[&>section>div]:px-0">
            <Section section={ranking} />
          </div>
        ) : null}
      </div>
      {sections
        .filter((section) => section !== ranking)
        .map((section) => (
          <Section key={section.id} section={section} />
        ))}
    </div>
  );
}

// An operator who features nothing still opens with a picture: the first series of the first section.
function featureFirst(home: Homepage): FeaturedList {
  return { title: home.featured.title, list: home.sections.flatMap(({ list }) => list).slice(0, 1) };
}

function Pending() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <HomeSkeleton />
    </>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <Message icon={<Clapperboard aria-hidden className="size-7" />} title={t("home.emptyTitle")}>
      <p>{t("home.emptyText")}</p>
      <code className="rounded-md border border-line bg-surface px-4 py-3 text-sm text-text select-all">
        npm run ingest -- FOLDER
      </code>
      <p className="text-sm">{t("home.emptyNext")}</p>
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
