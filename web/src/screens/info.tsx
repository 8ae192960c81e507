import type { InformationPage, PageName } from "@cliffhanger/contract";
import { matchScreen } from "@cliffhanger/contract/screens";
import { useLocation } from "wouter";
import { ContentsList } from "../features/site/contents-list.tsx";
import { InlineText, type Part, partsOf, TextBlocks } from "../features/site/information-text.tsx";
import { PageFrame, PageTitle } from "../features/site/page-frame.tsx";
import { QuestionsList } from "../features/site/questions-list.tsx";
import { useAnchor } from "../features/site/use-anchor.ts";
import { usePage } from "../features/site/use-page.ts";
import { useMessages } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";

/** The information pages (R26): terms, policies and frequently asked questions. */
export function InfoScreen() {
  const route = matchScreen(useLocation()[0]);
  const name: PageName = route.name === "info" ? route.page : "serviceAgreement";
  const state = usePage(name);
  useAnchor(state.page ? name : null);
  return <PageFrame state={state}>{(page) => <Text key={name} page={page} />}</PageFrame>;
}

// Shorter pages need no table of contents.
const MIN_PARTS_WITH_CONTENTS = 4;

function Text({ page }: { page: InformationPage }) {
  const isQuestions = page.name === "commonQuestions";
  const parts = partsOf(page.blocks, 2);
  const withHeading = parts.filter(({ heading }) => heading !== null);
  const isLong = withHeading.length >= MIN_PARTS_WITH_CONTENTS;
  return (
    <article
      className={`gutter py-3 wrap-break-word md:py-8 ${isLong ? "lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-16" : ""}`}
    >
      <div className="lg:col-start-2">
        <PageTitle page={page} />
      </div>
      {isLong ? <ContentsList parts={withHeading} numbered={!isQuestions} /> : null}
      <div
        className={`lg:col-start-2 ${isQuestions ? "max-w-[42rem]" : "max-w-[34rem] leading-7 text-text/85"}`}
      >
        {isQuestions ? <QuestionsList parts={parts} /> : <Parts parts={parts} />}
        {isQuestions ? <AskUs /> : null}
      </div>
    </article>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  const before = parts.filter(({ heading }) => heading === null).length;
  return parts.map(({ heading, blocks }, index) =>
    heading ? (
      <section key={heading.id} aria-labelledby={heading.id} className="mt-10">
        <h2 id={heading.id} className="mb-3 scroll-mt-6 font-title text-xl text-text">
          <span className="tabular mr-2.5 text-muted">{index - before + 1}</span>
          <InlineText runs={heading.text} />
        </h2>
        <TextBlocks blocks={blocks} />
      </section>
    ) : (
      <div key="before">
        <TextBlocks blocks={blocks} />
      </div>
    ),
  );
}

function AskUs() {
  const t = useMessages();
  return (
    <section className="flex flex-col items-start gap-4 rounded-xl border border-line bg-surface p-5 md:flex-row md:items-center md:justify-between md:p-6">
      <h2 className="text-lg font-semibold">{t("info.notFound")}</h2>
      <ButtonLink shape="quiet" href="/contactUs">
        {t("footer.contactUs")}
      </ButtonLink>
    </section>
  );
}
