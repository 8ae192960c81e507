import { useInfiniteQuery } from "@tanstack/react-query";
import { LockOpen } from "lucide-react";
import { MembersOnly } from "../app/guards.tsx";
import { unlockedQuery } from "../features/billing/queries.ts";
import { SeriesList, SeriesListPending } from "../features/catalogue/series-list.tsx";
import { CardProgress } from "../features/library/card-progress.tsx";
import { useSite } from "../features/site/site-context.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";

/** `/unlocked`: the series that a member unlocked, the newest first (R22, R38). */
export function UnlockedScreen() {
  const t = useMessages();
  const { name } = useSite();
  useDocumentTitle(t("titles.unlocked", { site: name }));
  const pending = (
    <>
      <Heading count={0} />
      <SeriesListPending />
    </>
  );
  // A short list keeps its place: the footer does not jump up.
  return (
    <div className="min-h-dvh">
      <MembersOnly skeleton={pending}>{() => <Unlocked />}</MembersOnly>
    </div>
  );
}

function Heading({ count }: { count: number }) {
  const t = useMessages();
  return (
    <div className="gutter mb-2 flex min-h-14 flex-wrap items-center gap-x-4 py-2">
      <h1 className="font-title text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word">
        {t("money.unlocked")}
      </h1>
      {count > 0 ? <p className="tabular text-sm text-muted">{t("list.count", { count })}</p> : null}
    </div>
  );
}

function Unlocked() {
  const list = useInfiniteQuery(unlockedQuery(useLanguage()));
  return (
    <>
      <Heading count={list.data?.total ?? 0} />
      <SeriesList list={list} empty={<Empty />} overlay={(series) => <CardProgress series={series} />} />
    </>
  );
}

function Empty() {
  const t = useMessages();
  return (
    <Message icon={<LockOpen aria-hidden className="size-7" />} title={t("money.nothingTitle")}>
      <p>{t("money.nothingText")}</p>
      <ButtonLink shape="primary" href="/browse/all">
        {t("money.browse")}
      </ButtonLink>
    </Message>
  );
}
