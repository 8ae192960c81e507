import type { InformationPage } from "@cliffhanger/contract";
import type { ReactNode } from "react";
import { formatDate } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Failed } from "../../ui/failed.tsx";
import type { InformationPageState } from "./use-page.ts";

interface PageFrameProps {
  state: InformationPageState;
  children: (page: InformationPage) => ReactNode;
}

/** Renders an information page, its skeleton, or a failure. */
export function PageFrame({ state: { page, failed, retry }, children }: PageFrameProps) {
  if (page) return children(page);
  return failed ? <PageFailed retry={retry} /> : <PageSkeleton />;
}

function PageFailed({ retry }: { retry: () => void }) {
  const t = useMessages();
  return (
    <div role="alert">
      <Failed level="h1" title={t("info.failed")} text={t("errors.general")} retry={retry} />
    </div>
  );
}

function PageSkeleton() {
  const t = useMessages();
  const lines = ["w-full", "w-11/12", "w-[97%]", "w-4/5"];
  return (
    <div className="gutter py-3 md:py-8">
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <div aria-hidden className="max-w-[34rem] animate-pulse">
        <div className="h-9 w-2/3 rounded-md bg-surface md:h-12" />
        <div className="mt-3 h-4 w-40 rounded-sm bg-surface" />
        {["first", "second", "third"].map((part) => (
          <div key={part} className="mt-10 space-y-3">
            {lines.map((width) => (
              <div key={part + width} className={`h-4 rounded-sm bg-surface ${width}`} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Renders a page's title and the date of its version (R96). */
export function PageTitle({ page, dated = true }: { page: InformationPage; dated?: boolean }) {
  return (
    <header className="mb-6 md:mb-10">
      <h1 className="max-w-[22ch] font-title text-[min(1.9375rem,9vw)] leading-[1.1] md:text-3xl">
        {page.title}
      </h1>
      {dated ? <VersionDate version={page.version} /> : null}
    </header>
  );
}

function VersionDate({ version }: { version: string }) {
  const t = useMessages();
  return <p className="mt-3 text-sm text-muted">{t("info.version", { date: formatDate(version) })}</p>;
}
